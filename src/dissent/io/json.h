// Strict JSON and JSON Lines: UTF-8 only, at most 64 levels deep, no key twice in an object; keys keep their
// order. A whole number that 64 bits do not hold is kept as the text of its digits.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace dissent {

using Json = nlohmann::ordered_json;

// `bytes` as one JSON value. Messages name `path` and the line, which counts on from `first_line`.
Json parse_json(std::string_view bytes, const std::filesystem::path& path, std::size_t first_line = 1);

// The records of a JSON Lines text, one a line; blank lines are passed over.
class JsonLines {
 public:
  JsonLines(std::string_view bytes, std::filesystem::path path) : bytes_(bytes), path_(std::move(path)) {}
  bool next();
  const Json& record() const { return record_; }
  std::string place() const;  // "votes.jsonl, line 12"

 private:
  std::string_view bytes_;
  std::filesystem::path path_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;
  Json record_;
};

// A scalar as the text that names it: strings as they are, numbers and booleans as JSON writes them.
// Anything else is an error: "PLACE: WHAT is an object, where a text or a number is wanted".
std::string scalar_text(const Json& value, std::string_view what, std::string_view place);

}  // namespace dissent
