#include "dissent/present/writers/terminal_style.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace dissent {

std::string TerminalStyle::styled(std::string_view text, Style style) const {
  constexpr std::array<std::string_view, 6> kCodes = {"1", "2", "31", "32", "33", "34"};
  if (!colours) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<std::size_t>(style)], text);
}

std::string bar(double share, std::size_t width) {
  constexpr std::array<std::string_view, 8> kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double clamped = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
  const auto units = static_cast<std::size_t>(std::lround(clamped * static_cast<double>(width) * 8));
  std::string out;
  for (std::size_t i = 0; i < units / 8; ++i) out += "█";
  out += kEighths[units % 8];
  const std::size_t used = units / 8 + (units % 8 != 0);
  return out + std::string(width - used, ' ');
}

}  // namespace dissent
