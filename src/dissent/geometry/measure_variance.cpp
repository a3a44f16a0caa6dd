// The variance of the last layer's gradient where labels are drawn, and how it goes with disagreement.
#include <algorithm>
#include <cmath>

#include "dissent/geometry/geometry_part.h"
#include "dissent/geometry/gradient_variance.h"
#include "dissent/metrics/calibration.h"
#include "dissent/stats/ranks.h"
#include "dissent/votes/entropy.h"

namespace dissent {
namespace {

constexpr std::size_t kBins = 20;

VarianceResult variance_of(LoadedRun& loaded, const GeometryOptions& options) {
  const std::vector<std::uint32_t>& items = loaded.split.evaluation;
  const Predictions predictions = predict(loaded.model.network(), loaded.reader, items, /*features=*/true);
  const auto* texts = std::get_if<TextInputs>(&loaded.dataset.inputs);
  const LastFeatures features{predictions.features, texts != nullptr && texts->choices > 0};
  const std::vector<double> closed = gradient_variance(features, loaded.dataset, items);
  const std::vector<double> entropies = item_entropies(loaded.dataset.votes, items);
  const auto mean = [](const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  };
  VarianceResult result;
  result.items = items.size();
  result.mean = mean(closed);
  result.spearman = spearman(closed, entropies);
  const SortedOutcomes sorted(entropies, closed);
  for (const CalibrationBin& bin : sorted.bins(std::min(kBins, items.size()), /*tie_safe=*/true))
    result.bins.push_back({bin.confidence, bin.outcome, bin.items});
  if (options.samples > 1) {
    const std::vector<double> drawn = sampled_gradient_variance(
        features, loaded.dataset, items, static_cast<std::size_t>(options.samples), kVectorSeed);
    double off = 0;  // in all, of what there is in all
    for (std::size_t i = 0; i < drawn.size(); ++i) off += std::abs(drawn[i] - closed[i]);
    result.sampled = {options.samples, mean(drawn), spearman(drawn, entropies),
                      off / (mean(closed) * static_cast<double>(closed.size()))};
  }
  return result;
}

}  // namespace

RunPart measure_variance;
void measure_variance(MeasuredRun& run, GeometryContext& context, RunGeometry& found) {
  found.variance = run.kept().variance(context.options);
  if (found.variance) return;
  found.variance = variance_of(run.loaded(), context.options);
  run.kept().put(*found.variance, context.options);
}

}  // namespace dissent
