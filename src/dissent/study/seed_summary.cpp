#include "dissent/study/seed_summary.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include <boost/math/distributions/students_t.hpp>

#include "dissent/core/undefined.h"
#include "dissent/stats/mean_sd.h"

namespace dissent {

SeedSummary summarise_seeds(std::span<const double> values) {
  std::vector<double> known;
  std::copy_if(values.begin(), values.end(), std::back_inserter(known),
               [](double v) { return !std::isnan(v); });
  SeedSummary summary{known.size(), kUndefined, kUndefined, kUndefined, kUndefined};
  if (known.empty()) return summary;
  const MeanSd over = mean_sd(known);
  summary.mean = over.mean;
  summary.sd = over.sd;
  if (known.size() < 2) return summary;
  const auto n = static_cast<double>(known.size());
  const double reach = boost::math::quantile(boost::math::students_t(n - 1), 0.975) * over.sd / std::sqrt(n);
  summary.low = over.mean - reach;
  summary.high = over.mean + reach;
  return summary;
}

}  // namespace dissent
