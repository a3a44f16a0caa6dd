#include "dissent/stats/mean_sd.h"

#include <cmath>
#include <limits>

namespace dissent {

MeanSd mean_sd(std::span<const double> values) {
  MeanSd result{0, std::numeric_limits<double>::quiet_NaN()};
  for (const double value : values) result.mean += value / static_cast<double>(values.size());
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.sd = std::sqrt(squares / static_cast<double>(values.size() - 1));
  return result;
}

}  // namespace dissent
