// Ranges and lists of whole numbers as people write them: "3", "0..4" (both ends belong to it), "0,2,5..7".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace dissent {

struct Range {
  std::uint64_t first = 0, last = 0;  // both belong to it
  std::uint64_t size() const { return last - first + 1; }
};

// Throws where the text is none; `subject` opens the message: an option, or a place in a file.
Range parse_range(std::string_view text, std::string_view subject);

// Ranges with commas between them, in their order; a number that comes twice is an error.
std::vector<std::uint64_t> parse_numbers(std::string_view text, std::string_view subject);

}  // namespace dissent
