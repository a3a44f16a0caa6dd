#include "dissent/core/ranges.h"

#include <optional>
#include <string>
#include <unordered_set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

constexpr std::uint64_t kMost = 1'000'000;  // numbers in a list

std::optional<std::uint64_t> whole(std::string_view text) {
  const auto number = parse_int(text);
  if (!number || *number < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

}  // namespace

Range parse_range(std::string_view text, std::string_view subject) {
  const std::size_t dots = text.find("..");
  const auto first = whole(text.substr(0, dots));
  const auto last = dots == std::string_view::npos ? first : whole(text.substr(dots + 2));
  if (!first || !last)
    fail("{} {}: give a whole number, or A..B with both included", subject, in_quotes(text));
  if (*last < *first) fail("{} {}: the last number comes before the first", subject, in_quotes(text));
  return {*first, *last};
}

std::vector<std::uint64_t> parse_numbers(std::string_view text, std::string_view subject) {
  std::vector<std::uint64_t> numbers;
  std::unordered_set<std::uint64_t> seen;
  for (const std::string& part : split(text, ',')) {
    const Range range = parse_range(part, subject);
    if (range.last - range.first >= kMost)
      fail("{} {}: more than {} numbers", subject, in_quotes(text), kMost);
    for (std::uint64_t i = 0; i < range.size(); ++i) {
      const std::uint64_t number = range.first + i;
      if (!seen.insert(number).second) fail("{} {}: {} comes twice", subject, in_quotes(text), number);
      numbers.push_back(number);
    }
  }
  return numbers;
}

}  // namespace dissent
