#include "dissent/votes/named_columns.h"

#include <algorithm>
#include <array>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_content.h"
#include "dissent/votes/column_names.h"

namespace dissent {
namespace {

// A platform's prefix and the rest: "ASSIGNMENT:worker_id", "Answer.sentiment.label", "Input.text".
struct Prefixed {
  std::string prefix, rest;
};
Prefixed without_prefix(std::string_view name) {
  const std::size_t mark = name.find_first_of(":.");
  if (mark == std::string_view::npos) return {"", std::string(name)};
  return {to_lower(name.substr(0, mark)), std::string(name.substr(mark + 1))};
}

}  // namespace

int find_by_name(const Source& source, std::span<const std::string_view> names, bool assignment) {
  const std::vector<std::string>& header = source.header();
  for (const std::string_view name : names) {
    for (std::size_t c = 0; c < header.size(); ++c) {
      if (plain_name(header[c]) == plain_name(name)) {
        source.column(header[c]);  // throws where two columns have this name
        return static_cast<int>(c);
      }
      const Prefixed parts = without_prefix(header[c]);
      const bool about_task = parts.prefix == "assignment" || parts.prefix == "input";
      if (assignment && about_task && plain_name(parts.rest) == plain_name(name)) return static_cast<int>(c);
    }
  }
  return -1;
}

std::vector<int> with_prefix(const Source& source, std::initializer_list<std::string_view> prefixes) {
  std::vector<int> found;
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const std::string prefix = without_prefix(source.header()[c]).prefix;
    if (!prefix.empty() && std::find(prefixes.begin(), prefixes.end(), prefix) != prefixes.end())
      found.push_back(static_cast<int>(c));
  }
  return found;
}

std::string listed_columns(const Source& source, const std::vector<int>& columns) {
  std::vector<std::string> names;
  for (const int c : columns) names.push_back(source.header()[static_cast<std::size_t>(c)]);
  return in_quotes(join(names, ", "), 200);
}

}  // namespace dissent
