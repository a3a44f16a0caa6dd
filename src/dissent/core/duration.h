// How long something takes, in words for people.
#pragma once

#include <string>

namespace dissent {

// "40 s", "12 min", "3.5 h", "4 days"
std::string duration_text(double seconds);

}  // namespace dissent
