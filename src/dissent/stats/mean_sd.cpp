#include "dissent/stats/mean_sd.h"

#include <cmath>

#include "dissent/core/undefined.h"

namespace dissent {

MeanSd mean_sd(std::span<const double> values) {
  MeanSd result{0, kUndefined};
  for (const double value : values) result.mean += value / static_cast<double>(values.size());
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.sd = std::sqrt(squares / static_cast<double>(values.size() - 1));
  return result;
}

}  // namespace dissent
