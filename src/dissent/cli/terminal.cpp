#include "dissent/cli/terminal.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "dissent/core/one_line.h"

namespace dissent::cli {

bool stdout_is_terminal() {
  return ::isatty(STDOUT_FILENO) == 1;
}

std::size_t terminal_width() {
  winsize size{};
  if (stdout_is_terminal() && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return std::clamp<std::size_t>(size.ws_col, 60, 160);
  }
  return 100;
}

std::size_t stderr_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void say(std::string_view message) {
  constexpr std::string_view kName = "dissent: ";
  constexpr std::size_t kMost = 300;
  fmt::print(stderr, "{}{}\n", kName, one_line(message, kMost - kName.size()));
}

TerminalStyle terminal_style() {
  static const bool colours = stdout_is_terminal() && std::getenv("NO_COLOR") == nullptr;
  return {colours, terminal_width()};
}

std::string styled(std::string_view text, Style style) {
  return terminal_style().styled(text, style);
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::max(0.0, seconds));
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace dissent::cli
