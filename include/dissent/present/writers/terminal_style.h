// How text looks on a terminal: styles where it has colours, and bars. Whoever writes says what the terminal
// can do; the library does not look at it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dissent {

enum class Style { bold, dim, red, green, yellow, blue };

struct TerminalStyle {
  bool colours = false;
  std::size_t width = 100;  // columns

  std::string styled(std::string_view text, Style style) const;  // plain without colours
};

// A horizontal bar of `share` (0 to 1) of `width` columns, to an eighth of a column, padded to `width`.
std::string bar(double share, std::size_t width);

}  // namespace dissent
