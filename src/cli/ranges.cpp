#include "cli/ranges.h"

#include <algorithm>
#include <optional>

#include "core/error.h"
#include "core/text.h"

namespace dissent::cli {
namespace {

constexpr std::uint64_t kMost = 1'000'000;  // numbers in a list

std::optional<std::uint64_t> whole(std::string_view text) {
  const auto number = parse_int(text);
  if (!number || *number < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

}  // namespace

std::vector<std::uint64_t> parse_numbers(std::string_view text, std::string_view flag) {
  std::vector<std::uint64_t> numbers;
  for (const std::string& part : split(text, ',')) {
    const std::size_t dots = part.find("..");
    const auto first = whole(std::string_view(part).substr(0, dots));
    const auto last = dots == std::string::npos ? first : whole(std::string_view(part).substr(dots + 2));
    if (!first || !last || *last < *first || *last - *first >= kMost) {
      fail("{} {}: give a whole number, a range 0..4, or a list 0,2,5..7", flag, in_quotes(text));
    }
    for (std::uint64_t number = *first; number <= *last; ++number) {
      if (std::find(numbers.begin(), numbers.end(), number) != numbers.end()) {
        fail("{} {}: {} comes twice", flag, in_quotes(text), number);
      }
      numbers.push_back(number);
    }
  }
  return numbers;
}

}  // namespace dissent::cli
