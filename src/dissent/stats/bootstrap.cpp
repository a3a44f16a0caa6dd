#include "dissent/stats/bootstrap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "dissent/core/random.h"
#include "dissent/core/undefined.h"

namespace dissent {

void resample(std::uint64_t seed, std::uint64_t replicate, std::span<std::uint32_t> weights) {
  std::fill(weights.begin(), weights.end(), 0);
  const Stream stream(seed, "bootstrap");
  constexpr std::size_t kBlocks = 128;  // two draws each
  std::array<std::uint64_t, kBlocks> at{}, low{}, high{};
  const std::size_t n = weights.size();
  for (std::size_t begin = 0; begin < n; begin += 2 * kBlocks) {
    std::iota(at.begin(), at.end(), begin / 2);
    stream.blocks(at, replicate, low, high);
    const std::size_t draws = std::min(2 * kBlocks, n - begin);
    for (std::size_t d = 0; d < draws; ++d) ++weights[below(d % 2 == 0 ? low[d / 2] : high[d / 2], n)];
  }
}

double quantile(std::span<const double> sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto below_it = static_cast<std::size_t>(std::floor(at));
  const std::size_t above_it = std::min(below_it + 1, sorted.size() - 1);
  const double part = at - static_cast<double>(below_it);
  if (part == 0 || sorted[below_it] == sorted[above_it]) return sorted[below_it];  // also of infinities
  return sorted[below_it] + part * (sorted[above_it] - sorted[below_it]);
}

Interval percentile_interval(std::vector<double> replicates, double level) {
  std::erase_if(replicates, [](double x) { return std::isnan(x); });
  if (replicates.empty()) {
    return {kUndefined, kUndefined};
  }
  std::sort(replicates.begin(), replicates.end());
  return {quantile(replicates, (1 - level) / 2), quantile(replicates, (1 + level) / 2)};
}

Interval bootstrap_mean(std::span<const double> values, std::size_t replicates, std::uint64_t seed,
                        double level) {
  std::vector<std::uint32_t> weights(values.size());
  std::vector<double> means(replicates);
  for (std::size_t r = 0; r < replicates; ++r) {
    resample(seed, r, weights);
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i];
    means[r] = sum / static_cast<double>(values.size());
  }
  return percentile_interval(std::move(means), level);
}

}  // namespace dissent
