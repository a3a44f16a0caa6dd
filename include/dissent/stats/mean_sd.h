// Mean and standard deviation of a few numbers, as tables show them.
#pragma once

#include <span>

namespace dissent {

struct MeanSd {
  double mean = 0;
  double sd = 0;  // with n - 1; NaN for fewer than two values
};
MeanSd mean_sd(std::span<const double> values);

}  // namespace dissent
