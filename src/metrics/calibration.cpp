#include "metrics/calibration.h"

#include <cmath>

#include "metrics/equal_mass.h"
#include "stats/ranks.h"

namespace dissent {

SortedOutcomes::SortedOutcomes(std::span<const double> confidence, std::span<const double> outcome)
    : order_(sorted_order(confidence)), confidence_(confidence.size()), outcome_(confidence.size()) {
  for (std::size_t i = 0; i < order_.size(); ++i) {
    confidence_[i] = confidence[order_[i]];
    outcome_[i] = outcome[order_[i]];
  }
}

std::vector<CalibrationBin> SortedOutcomes::bins(std::size_t count, bool tie_safe, Weights weights) const {
  const std::size_t n = order_.size();
  std::vector<CalibrationBin> bins(count);
  double group_outcome = 0;  // mean of the confidence's group
  std::size_t group_end = 0;
  const auto outcome_at = [&](std::size_t i) {
    if (!tie_safe) return outcome_[i];
    if (i >= group_end) {
      double sum = 0, items = 0;
      for (group_end = i; group_end < n && confidence_[group_end] == confidence_[i]; ++group_end) {
        const auto weight = static_cast<double>(weight_of(weights, order_[group_end]));
        sum += weight * outcome_[group_end];
        items += weight;
      }
      group_outcome = sum / items;
    }
    return group_outcome;
  };
  deal_into_bins(order_, weights, count, [&](std::size_t bin, std::size_t i, double weight) {
    CalibrationBin& here = bins[bin];
    if (here.items == 0) here.low = confidence_[i];
    here.high = confidence_[i];
    here.items += weight;
    here.confidence += weight * confidence_[i];
    here.outcome += weight * outcome_at(i);
  });
  std::erase_if(bins, [](const CalibrationBin& b) { return b.items == 0; });  // fewer items than bins
  for (CalibrationBin& b : bins) {
    b.confidence /= b.items;
    b.outcome /= b.items;
  }
  return bins;
}

double ece(std::span<const CalibrationBin> bins) {
  double sum = 0, items = 0;
  for (const CalibrationBin& b : bins) {
    sum += b.items * std::abs(b.confidence - b.outcome);
    items += b.items;
  }
  return sum / items;
}

}  // namespace dissent
