#include "dissent/stats/wilson.h"

#include <algorithm>
#include <cmath>

#include "dissent/core/error.h"

namespace dissent {

Interval wilson_interval(std::uint64_t successes, std::uint64_t trials) {
  if (trials == 0 || successes > trials) fail("a share of {} in {} trials", successes, trials);
  constexpr double z = 1.959963984540054;  // the normal distribution's 97.5 % point
  const auto n = static_cast<double>(trials);
  const double share = static_cast<double>(successes) / n;
  const double centre = share + z * z / (2 * n), scale = 1 + z * z / n;
  const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  // The ends of 0 and of all successes are exactly 0 and 1, but for rounding.
  return {successes == 0 ? 0 : std::max(0.0, (centre - half) / scale),
          successes == trials ? 1 : std::min(1.0, (centre + half) / scale)};
}

}  // namespace dissent
