// One number of several runs that differ in their seed: its mean, spread and interval.
#pragma once

#include <cstddef>
#include <span>

namespace dissent {

struct SeedSummary {
  std::size_t seeds = 0;
  double mean = 0, sd = 0;   // sd with n - 1
  double low = 0, high = 0;  // 95 % interval of the mean, Student's t; NaN for one seed
};
// NaN values are left out; of no values everything but the number of seeds is NaN.
SeedSummary summarise_seeds(std::span<const double> values);

}  // namespace dissent
