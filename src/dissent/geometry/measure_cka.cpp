// CKA: features of a method's seeds, compared pair by pair.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <ATen/ATen.h>

#include "dissent/core/random.h"
#include "dissent/geometry/cka.h"
#include "dissent/geometry/geometry_part.h"

namespace dissent {
namespace {

// `count` items of the data, drawn with seed 0: the same ones for all runs.
std::vector<std::uint32_t> drawn_items(std::size_t items, std::size_t count) {
  std::vector<std::uint32_t> order(items);
  std::iota(order.begin(), order.end(), 0U);
  Draws(Stream(0, "cka"), 0).shuffle(std::span(order));
  order.resize(std::min(items, count));
  std::sort(order.begin(), order.end());
  return order;
}

// The mean over pairs of one of their numbers, where they have it; NaN where none has.
double mean_over(const std::vector<CkaPair>& pairs, double Alignment::*which) {
  double sum = 0;
  std::size_t count = 0;
  for (const CkaPair& pair : pairs) {
    const double value = pair.alignment.*which;
    if (!std::isfinite(value)) continue;
    sum += value;
    ++count;
  }
  return count == 0 ? std::nan("") : sum / static_cast<double>(count);
}

}  // namespace

MethodPart measure_cka;
void measure_cka(const Method& method, GeometryContext& context, GeometryResult& found) {
  std::vector<at::Tensor> features;
  CkaResult result;
  result.method = method.key.name();
  for (const FinishedRun* run : method.runs) {
    context.progress("features of " + run->folder.filename().string(), features.size(), method.runs.size());
    const std::unique_ptr<LoadedRun> loaded = context.load(*run);
    const std::vector<std::uint32_t> items =
        drawn_items(loaded->dataset.items(), static_cast<std::size_t>(context.options.cka_items));
    Predictions predictions = predict(loaded->model.network(), loaded->reader, items, /*features=*/true);
    features.push_back(at::from_blob(predictions.features.data(),
                                     {static_cast<std::int64_t>(items.size()),
                                      static_cast<std::int64_t>(predictions.feature_width)},
                                     at::kFloat)
                           .to(context.compute.device)
                           .to(at::kDouble));
    result.items = items.size();
  }
  for (std::size_t a = 0; a < features.size(); ++a) {
    for (std::size_t b = a + 1; b < features.size(); ++b) {
      result.pairs.push_back(
          {method.runs[a]->spec.seed, method.runs[b]->spec.seed, linear_cka(features[a], features[b])});
    }
  }
  result.mean = {mean_over(result.pairs, &Alignment::biased), mean_over(result.pairs, &Alignment::debiased)};
  found.cka.push_back(std::move(result));
}

}  // namespace dissent
