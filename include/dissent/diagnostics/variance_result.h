// How much the last layer's gradient of a run varies where an item's label is drawn from its annotators, and
// how that goes with their disagreement.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace dissent {

// Evaluation items of about the same entropy.
struct VarianceBin {
  double entropy = 0;   // mean, of the annotators' distributions, in nats
  double variance = 0;  // mean
  double items = 0;     // items of equal entropy share bins, so that a bin may have a fraction of one
};

// By drawing labels, to check the closed form.
struct SampledVariance {
  int samples = 0;  // labels an item
  double mean = 0;  // over items
  double spearman = std::numeric_limits<double>::quiet_NaN();
  double relative_deviation = std::numeric_limits<double>::quiet_NaN();  // from the closed form
};

struct VarianceResult {
  std::size_t items = 0;
  double mean = 0;                                             // over items, in closed form
  double spearman = std::numeric_limits<double>::quiet_NaN();  // with the annotators' entropy; NaN: constant
  std::vector<VarianceBin> bins;                               // by entropy, ascending
  std::optional<SampledVariance> sampled;
};

}  // namespace dissent
