#include "dissent/cli/terminal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

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

std::string styled(std::string_view text, Style style) {
  static const bool colour = stdout_is_terminal() && std::getenv("NO_COLOR") == nullptr;
  constexpr std::array<std::string_view, 6> codes = {"1", "2", "31", "32", "33", "34"};
  if (!colour) return std::string(text);
  return "\x1b[" + std::string(codes[static_cast<std::size_t>(style)]) + "m" + std::string(text) + "\x1b[0m";
}

std::string bar(double share, std::size_t width) {
  constexpr std::array<std::string_view, 8> eighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double clamped = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
  const auto units = static_cast<std::size_t>(std::lround(clamped * static_cast<double>(width) * 8));
  std::string out;
  for (std::size_t i = 0; i < units / 8; ++i) out += "█";
  out += eighths[units % 8];
  const std::size_t used = units / 8 + (units % 8 != 0);
  return out + std::string(width - used, ' ');
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::max(0.0, seconds));
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string grouped(std::uint64_t number) {
  std::string out = std::to_string(number);
  for (std::size_t at = out.size(); at > 3; at -= 3) out.insert(at - 3, ",");
  return out;
}

}  // namespace dissent::cli
