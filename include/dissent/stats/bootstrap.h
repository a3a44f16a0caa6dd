// The bootstrap: replicates of a statistic over resampled items, a pure function of (seed, replicate), and
// percentile intervals of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dissent {

struct Interval {
  double low = 0, high = 0;
};

// How often each of weights.size() items is drawn in n = weights.size() draws with replacement.
void resample(std::uint64_t seed, std::uint64_t replicate, std::span<std::uint32_t> weights);

// The q-quantile of sorted values, with linear interpolation between them (numpy's default).
double quantile(std::span<const double> sorted, double q);

// From the (1 - level) / 2 quantile to its mirror; NaN replicates (an undefined score) are left out, and the
// interval is NaN where none is left.
Interval percentile_interval(std::vector<double> replicates, double level = 0.95);

// Of the mean of `values`: the interval over `replicates` resamplings.
Interval bootstrap_mean(std::span<const double> values, std::size_t replicates, std::uint64_t seed,
                        double level = 0.95);

}  // namespace dissent
