// Calibration by equal-mass bins: confidences beside what came of them. Bins differ by at most one item in
// size, the first n mod B having one more; equal confidences stay in the order of their items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dissent/stats/weights.h"

namespace dissent {

struct CalibrationBin {
  double items = 0;          // how many
  double confidence = 0;     // mean
  double outcome = 0;        // mean: the share that was right
  double low = 0, high = 0;  // the smallest and the largest confidence in it
};

// Confidences and outcomes in ascending order of confidence, sorted once for any number of binnings.
class SortedOutcomes {
 public:
  SortedOutcomes(std::span<const double> confidence, std::span<const double> outcome);

  // tie_safe: every item of a group of equal confidences counts with the group's mean outcome, so that bins
  // do not depend on the order of the items. Weights: how often each item counts, in their original order.
  std::vector<CalibrationBin> bins(std::size_t count, bool tie_safe, Weights weights = {}) const;

 private:
  std::vector<std::uint32_t> order_;
  std::vector<double> confidence_, outcome_;  // sorted
};

// The bins of all items, once each and not tie-safe: the same, without sorting.
std::vector<CalibrationBin> calibration_bins(std::span<const double> confidence,
                                             std::span<const double> outcome, std::size_t count);

// Expected calibration error: sum of n_b / n |mean confidence - mean outcome|.
double ece(std::span<const CalibrationBin> bins);

}  // namespace dissent
