#include "dissent/metrics/calibration.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dissent/metrics/equal_mass.h"
#include "dissent/stats/ranks.h"

namespace dissent {
namespace {

// From sums to means; bins without items, where there are fewer items than bins, go.
std::vector<CalibrationBin> means_of(std::vector<CalibrationBin> bins) {
  std::erase_if(bins, [](const CalibrationBin& bin) { return bin.items == 0; });
  for (CalibrationBin& bin : bins) {
    bin.confidence /= bin.items;
    bin.outcome /= bin.items;
  }
  return bins;
}

}  // namespace

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
  return means_of(std::move(bins));
}

std::vector<CalibrationBin> calibration_bins(std::span<const double> confidence,
                                             std::span<const double> outcome, std::size_t count) {
  std::vector<std::uint16_t> bin_of(confidence.size());
  equal_mass_bins(confidence, count, bin_of);
  std::vector<CalibrationBin> bins(count);
  for (std::size_t i = 0; i < confidence.size(); ++i) {
    CalibrationBin& here = bins[bin_of[i]];
    here.low = here.items == 0 ? confidence[i] : std::min(here.low, confidence[i]);
    here.high = std::max(here.high, confidence[i]);
    ++here.items;
    here.confidence += confidence[i];
    here.outcome += outcome[i];
  }
  return means_of(std::move(bins));
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
