// What the program draws: colours where a terminal sees them, bars of eighths, and progress on long work.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dissent::cli {

bool stdout_is_terminal();
std::size_t terminal_width();  // of standard output; 100 where it is not a terminal
std::size_t stderr_columns();

// `text` in a style where standard output is a terminal and NO_COLOR is not set; plain elsewhere.
enum class Style { bold, dim, red, green, yellow, blue };
std::string styled(std::string_view text, Style style);

// A horizontal bar of `share` (0 to 1) of `width` columns, to an eighth of a column, padded to `width`.
std::string bar(double share, std::size_t width);

std::string grouped(std::uint64_t number);  // 1,234,567
std::string clock_text(double seconds);     // 3:07

}  // namespace dissent::cli
