// Predictions as an npz.
#include <cmath>

#include "dissent/io/npz.h"
#include "dissent/metrics/scores.h"
#include "dissent/predictions/predictions.h"

namespace dissent {
namespace {

std::vector<double> softmax_rows(std::span<const float> logits, std::size_t classes) {
  std::vector<double> rows(logits.size());
  for (std::size_t at = 0; at < logits.size(); at += classes) {
    const auto row = std::span(rows).subspan(at, classes);
    log_softmax(logits.subspan(at, classes), row);
    for (double& value : row) value = std::exp(value);
  }
  return rows;
}

}  // namespace

void write_predictions(const std::filesystem::path& path, const PredictionArrays& arrays) {
  const std::size_t items = arrays.items.size(), classes = arrays.classes.size();
  const std::vector<double> probabilities = softmax_rows(arrays.logits, classes);
  const std::size_t shape[] = {items, classes};
  std::vector<NpzPart> parts;
  parts.push_back(npz_part("items", arrays.items));
  parts.push_back(npz_part("split", arrays.split));
  parts.push_back(npz_part("classes", arrays.classes));
  parts.push_back(npz_part("logits", arrays.logits, shape));
  parts.push_back(npz_part("probabilities", std::span<const double>(probabilities), shape));
  if (!arrays.features.empty()) {
    const std::size_t feature_shape[] = {items, arrays.features.size() / items};
    parts.push_back(npz_part("features", arrays.features, feature_shape));
  }
  write_npz(path, parts);
}

}  // namespace dissent
