// Mutation that knows the format, so that what is read behind the parser is reached: JSON in which a value, a
// type or a key is another stays JSON; a safetensors file whose header is changed in that way has the right
// length and, mostly, the right digest. What does not parse, and some of the rest, is mutated as bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/io/json.h"
#include "dissent/io/safetensors_digest.h"
#include "fuzz.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace dissent::fuzz {

class JsonMutator {
 public:
  explicit JsonMutator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  void change(Json& root) {
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      std::vector<Json*> all;
      collect(root, all);
      Json& one = *all[below(all.size())];
      const Json other = *all[below(all.size())];
      if (below(3) == 0) {
        one = below(2) == 0 ? other : any();
      } else {
        change_value(one, other);
      }
    }
  }

 private:
  static void collect(Json& value, std::vector<Json*>& all) {
    all.push_back(&value);
    if (!value.is_structured()) return;
    for (Json& inner : value) collect(inner, all);
  }

  Json any() {
    static const Json values[] = {Json(),
                                  Json(true),
                                  Json(false),
                                  Json(0),
                                  Json(-1),
                                  Json(1),
                                  Json(0.5),
                                  Json(1e308),
                                  Json(-0.0),
                                  Json("x"),
                                  Json(""),
                                  Json("nan"),
                                  Json::array(),
                                  Json::object(),
                                  Json(1e-320),
                                  Json(255),
                                  Json(3.0),
                                  Json("\xC3\xA4\n"),
                                  Json::array({{}}),
                                  Json(std::numeric_limits<std::int64_t>::min()),
                                  Json(std::numeric_limits<std::uint64_t>::max())};
    return values[below(std::size(values))];
  }

  void change_value(Json& value, const Json& other) {
    if (value.is_object()) {
      change_object(*value.get_ptr<Json::object_t*>(), other);
    } else if (value.is_array()) {
      change_array(value, other);
    } else if (value.is_string()) {
      change_text(*value.get_ptr<Json::string_t*>());
    } else if (value.is_number_integer()) {
      const auto number = value.get<std::int64_t>();
      const Json changed[] = {number / 2, number ^ std::int64_t{1} << below(62), 0, -1,
                              static_cast<double>(number)};
      value = changed[below(std::size(changed))];
    } else if (value.is_number()) {
      const double number = value.get<double>();
      const Json changed[] = {-number, number * 1e300, number / 1e300, 0.0,
                              static_cast<std::int64_t>(below(100))};
      value = changed[below(std::size(changed))];
    } else {
      value = any();
    }
  }

  void change_object(Json::object_t& members, const Json& other) {
    const std::size_t at = below(members.size());
    if (members.empty() || below(4) == 0) {
      members[std::string(1, static_cast<char>('a' + below(26)))] = other;
    } else if (below(2) == 0) {
      members.erase(std::next(members.begin(), static_cast<std::ptrdiff_t>(at)));
    } else {
      std::next(members.begin(), static_cast<std::ptrdiff_t>(at))->second = other;
    }
  }

  void change_array(Json& list, const Json& other) {
    if (list.empty() || below(3) == 0) {
      list.push_back(other);
    } else if (below(2) == 0) {
      list.erase(below(list.size()));
    } else {
      list[below(list.size())] = list[below(list.size())];
    }
  }

  void change_text(std::string& text) {
    if (text.empty() || below(4) == 0) {
      text += static_cast<char>(' ' + below(95));
    } else if (below(2) == 0) {
      text.resize(below(text.size()));
    } else {
      text[below(text.size())] = static_cast<char>(' ' + below(95));
    }
  }

  std::mt19937 random_;
};

inline std::optional<Json> parsed(std::string_view text) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

inline std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// `text` over the input, or the input mutated as bytes where it is too long.
inline std::size_t put(std::string_view text, std::uint8_t* data, std::size_t size, std::size_t most) {
  if (text.empty() || text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

inline std::size_t mutate_json(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  JsonMutator mutator(seed);
  std::optional<Json> json = parsed(view(data, size));
  if (!json || mutator.below(16) == 0) return LLVMFuzzerMutate(data, size, most);
  mutator.change(*json);
  return put(dumped(*json), data, size, most);
}

inline std::string safetensors_bytes(const Json& header, std::string_view cells) {
  const std::string text = dumped(header);
  std::string bytes;
  for (std::size_t i = 0; i < 8; ++i) bytes += static_cast<char>(text.size() >> (8 * i) & 0xFF);
  return bytes.append(text).append(cells);
}

// The same with the digest that it should have, where it can be read.
inline std::string with_right_digest(Json header, std::string_view cells) {
  const std::string bytes = safetensors_bytes(header, cells);
  try {
    const SafetensorsContent content = parse_safetensors(bytes, kName);
    for (const auto& [key, text] : with_digest(content.entries, content.metadata))
      header["__metadata__"][key] = text;
    return safetensors_bytes(header, cells);
  } catch (const Error&) {
    return bytes;
  }
}

inline std::size_t mutate_safetensors(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  JsonMutator mutator(seed);
  std::uint64_t length = 0;
  if (size >= 8) std::memcpy(&length, data, 8);
  if (size < 8 || length > size - 8 || mutator.below(16) == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string_view file = view(data, size);
  std::optional<Json> header = parsed(file.substr(8, length));
  if (!header || !header->is_object()) return LLVMFuzzerMutate(data, size, most);
  std::string cells(file.substr(8 + length));
  if (!cells.empty() && mutator.below(3) == 0) {
    LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(cells.data()), cells.size(), cells.size());
  } else {
    mutator.change(*header);
  }
  const bool right = mutator.below(8) > 0 && header->is_object();
  return put(right ? with_right_digest(*header, cells) : safetensors_bytes(*header, cells), data, size, most);
}

}  // namespace dissent::fuzz
