// A message as one line that a terminal shows as it is: whatever names and texts it holds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dissent {

// Line breaks and tabs become blanks; other control characters and bytes that are no UTF-8 are escaped,
// "\x1b". Where it is longer than `most` bytes, its middle is left out: the place, which opens a message, and
// the cure, which ends it, stay readable. No character is cut in two.
std::string one_line(std::string_view message, std::size_t most);

}  // namespace dissent
