// Lists of whole numbers on the command line: "3", "0..4" (both ends belong to it), "0,2,5..7".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace dissent::cli {

// `flag` opens the message about a text that is no such list: "--seed". Ascending order is not asked for; a
// number that comes twice is an error.
std::vector<std::uint64_t> parse_numbers(std::string_view text, std::string_view flag);

}  // namespace dissent::cli
