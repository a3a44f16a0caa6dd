// Grad-CAM: maps of a method's seeds, compared pair by pair on the evaluation items that both have.
#include <cmath>

#include "dissent/geometry/common_items.h"
#include "dissent/geometry/geometry_part.h"
#include "dissent/geometry/grad_cam.h"
#include "dissent/run/run_slice.h"

namespace dissent {
namespace {

// The mean over pairs, where they have a number; NaN where none has.
template <class Value>
double mean_stability(const std::vector<GradCamPair>& pairs, const Value& value) {
  double sum = 0;
  std::size_t count = 0;
  for (const GradCamPair& pair : pairs) {
    if (!std::isfinite(value(pair))) continue;
    sum += value(pair);
    ++count;
  }
  return count == 0 ? std::nan("") : sum / static_cast<double>(count);
}

}  // namespace

MethodPart measure_grad_cam;
void measure_grad_cam(const Method& method, GeometryContext& context, GeometryResult& found) {
  std::vector<CamMaps> maps;
  std::vector<std::vector<std::uint32_t>> evaluation;
  for (const FinishedRun* run : method.runs) {
    context.progress("Grad-CAM of " + run->folder.filename().string(), maps.size(), method.runs.size());
    const std::unique_ptr<LoadedRun> loaded = context.load(*run);
    evaluation.push_back(loaded->split.evaluation);
    maps.push_back(
        grad_cam(loaded->model.network(), loaded->reader, loaded->split.evaluation, context.compute));
  }
  const std::string& slice = context.options.slice;
  const bool sliced = slice != "none";
  GradCamResult result;
  result.method = method.key.name();
  for (std::size_t a = 0; a < maps.size(); ++a) {
    for (std::size_t b = a + 1; b < maps.size(); ++b) {
      const FinishedRun& one = *method.runs[a];
      const CommonItems common = common_items(evaluation[a], evaluation[b]);
      if (common.items.empty()) fail_without_common(one, *method.runs[b]);
      GradCamPair pair{one.spec.seed, method.runs[b]->spec.seed,
                       map_stability(maps[a], common.in_a, maps[b], common.in_b), std::nullopt};
      if (sliced) {
        std::vector<std::uint32_t> in_a, in_b;
        for (const std::uint32_t at : run_slice(context.datasets.of(one), common.items, slice)) {
          in_a.push_back(common.in_a[at]);
          in_b.push_back(common.in_b[at]);
        }
        pair.slice = map_stability(maps[a], in_a, maps[b], in_b);
      }
      result.pairs.push_back(std::move(pair));
    }
  }
  result.all = mean_stability(result.pairs, [](const GradCamPair& pair) { return pair.all.mean; });
  if (sliced) {
    result.slice = slice;
    result.slice_mean =
        mean_stability(result.pairs, [](const GradCamPair& pair) { return pair.slice->mean; });
  }
  found.grad_cam.push_back(std::move(result));
}

}  // namespace dissent
