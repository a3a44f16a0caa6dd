// The terminal that the program writes to: whether it is one, how wide it is, and whether it has colours.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dissent/present/digits.h"
#include "dissent/present/writers/terminal_style.h"

namespace dissent::cli {

bool stdout_is_terminal();
std::size_t terminal_width();  // of standard output; 100 where it is not a terminal
std::size_t stderr_columns();

// `text` in a style where standard output is a terminal and NO_COLOR is not set; plain elsewhere.
std::string styled(std::string_view text, Style style);
// The same for what the library writes.
TerminalStyle terminal_style();

// "dissent: MESSAGE" on standard error: one line of at most 300 bytes, whatever the message holds.
void say(std::string_view message);

std::string clock_text(double seconds);  // 3:07

}  // namespace dissent::cli
