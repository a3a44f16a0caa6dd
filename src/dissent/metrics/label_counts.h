// Predicted classes counted against labels: accuracy, macro-F1, Cohen's kappa and recall come from three
// counts a class. Items without a label (-1) do not count.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dissent/stats/weights.h"

namespace dissent {

struct LabelCounts {
  std::vector<double> right, predicted, labelled;  // [classes] both, the prediction, the label
  double items = 0;                                // with a label

  LabelCounts(std::span<const std::uint16_t> predicted_classes, std::span<const std::int32_t> labels,
              std::size_t classes, Weights weights = {});

  double accuracy() const;  // NaN without items, as the others
  // The mean over the classes that are a label or a prediction of 2 right / (predicted + labelled).
  double macro_f1() const;
  // (agreement - by chance) / (1 - by chance), by chance = sum of predicted share times labelled share; NaN
  // where labels and predictions are all of one class.
  double cohen_kappa() const;
  std::vector<double> recall() const;  // [classes]; NaN where no item has the label
};

}  // namespace dissent
