// The value of a number that has no value.
#pragma once

#include <limits>

namespace dissent {

// Shown as a dash, written to JSON as null.
inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace dissent
