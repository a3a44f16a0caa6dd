// Logarithms and exponentials of many numbers at once: four at a time where the processor and the C library
// can (within 4 units in the last place), else one by one. The result of a number does not depend on its
// place.
#pragma once

#include <span>

namespace dissent {

void log_all(std::span<const double> x, std::span<double> y);  // y may be x; log 0 is -inf
void exp_all(std::span<const double> x, std::span<double> y);

}  // namespace dissent
