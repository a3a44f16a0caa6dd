#include "dissent/metrics/label_counts.h"

#include <numeric>

#include "dissent/core/undefined.h"

namespace dissent {
namespace {}  // namespace

LabelCounts::LabelCounts(std::span<const std::uint16_t> predicted_classes,
                         std::span<const std::int32_t> labels, std::size_t classes, Weights weights)
    : right(classes), predicted(classes), labelled(classes) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] < 0) continue;
    const auto label = static_cast<std::size_t>(labels[i]);
    const auto weight = static_cast<double>(weight_of(weights, i));
    items += weight;
    labelled[label] += weight;
    predicted[predicted_classes[i]] += weight;
    if (predicted_classes[i] == label) right[label] += weight;
  }
}

double LabelCounts::accuracy() const {
  return std::accumulate(right.begin(), right.end(), 0.0) / items;
}

double LabelCounts::macro_f1() const {
  double sum = 0, classes = 0;
  for (std::size_t k = 0; k < right.size(); ++k) {
    const double both = predicted[k] + labelled[k];
    if (both == 0) continue;
    sum += 2 * right[k] / both;
    ++classes;
  }
  return sum / classes;
}

double LabelCounts::cohen_kappa() const {
  double same = 0, chance = 0;  // of items, of pairs of items: whole numbers, so that nothing is rounded
  for (std::size_t k = 0; k < right.size(); ++k) {
    same += right[k];
    chance += predicted[k] * labelled[k];
  }
  const double pairs = items * items;
  return chance == pairs ? kUndefined : (same * items - chance) / (pairs - chance);
}

std::vector<double> LabelCounts::recall() const {
  std::vector<double> found(right.size());
  for (std::size_t k = 0; k < found.size(); ++k) found[k] = right[k] / labelled[k];
  return found;
}

}  // namespace dissent
