// What is measured of two runs beside each other: features, Grad-CAM maps, the loss between them.
#include <algorithm>
#include <numeric>

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/random.h"
#include "dissent/geometry/barrier.h"
#include "dissent/geometry/cka.h"
#include "dissent/geometry/grad_cam.h"
#include "dissent/geometry/measure_geometry.h"
#include "dissent/io/json_number.h"
#include "dissent/model/architectures.h"
#include "dissent/run/run_slice.h"

namespace dissent {
namespace {

// The mean over pairs of what each has under `key`, where it has it; null where none has.
Json mean_of(const Json& pairs, const char* key) {
  double sum = 0;
  std::size_t count = 0;
  for (const Json& pair : pairs) {
    if (pair.at(key).is_null()) continue;
    sum += pair.at(key).get<double>();
    ++count;
  }
  return count == 0 ? Json() : Json(sum / static_cast<double>(count));
}

// `count` items of the data, drawn with seed 0: the same ones for all runs.
std::vector<std::uint32_t> drawn_items(std::size_t items, std::size_t count) {
  std::vector<std::uint32_t> order(items);
  std::iota(order.begin(), order.end(), 0U);
  Draws(Stream(0, "cka"), 0).shuffle(std::span(order));
  order.resize(std::min(items, count));
  std::sort(order.begin(), order.end());
  return order;
}

// Items that are in both, as positions in each.
struct CommonItems {
  std::vector<std::uint32_t> items, in_a, in_b;
};
CommonItems common_items(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  CommonItems common;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      common.items.push_back(a[i]);
      common.in_a.push_back(static_cast<std::uint32_t>(i));
      common.in_b.push_back(static_cast<std::uint32_t>(j));
    }
    const bool step_a = a[i] <= b[j], step_b = b[j] <= a[i];
    i += step_a ? 1 : 0;
    j += step_b ? 1 : 0;
  }
  return common;
}

[[noreturn]] void fail_without_common(const FinishedRun& a, const FinishedRun& b) {
  fail("{} and {}: no item is in the evaluation split of both", a.folder.string(), b.folder.string());
}

Normalisation between(const Normalisation& a, const Normalisation& b, double alpha) {
  Normalisation result = a;
  for (std::size_t i = 0; i < a.mean.size(); ++i) {
    result.mean[i] = (1 - alpha) * a.mean[i] + alpha * b.mean[i];
    result.sd[i] = (1 - alpha) * a.sd[i] + alpha * b.sd[i];
  }
  return result;
}

Json path_json(const LossPath& path) {
  Json losses = Json::array();
  for (const double loss : path.losses) losses.push_back(number(loss));
  return {{"barrier", number(path.barrier)}, {"at", path.at}, {"losses", losses}};
}

}  // namespace

Json measure_cka(const Method& method, RunDatasets& datasets, const GeometryOptions& options,
                 const Compute& compute, const MeasureHooks& hooks) {
  std::vector<at::Tensor> features;
  std::vector<std::uint32_t> items;
  for (const FinishedRun* run : method.runs) {
    hooks.progress(features.size(), method.runs.size(), "features of " + run->folder.filename().string());
    LoadedRun loaded(*run, datasets, compute.device.is_cuda());
    items = drawn_items(loaded.dataset.items(), static_cast<std::size_t>(options.cka_items));
    Predictions predictions = predict(loaded.model.network(), loaded.reader, items, /*features=*/true);
    features.push_back(at::from_blob(predictions.features.data(),
                                     {static_cast<std::int64_t>(items.size()),
                                      static_cast<std::int64_t>(predictions.feature_width)},
                                     at::kFloat)
                           .to(compute.device)
                           .to(at::kDouble));
  }
  Json pairs = Json::array();
  for (std::size_t a = 0; a < features.size(); ++a) {
    for (std::size_t b = a + 1; b < features.size(); ++b) {
      const Alignment found = linear_cka(features[a], features[b]);
      pairs.push_back({{"seeds", {method.runs[a]->spec.seed, method.runs[b]->spec.seed}},
                       {"biased", number(found.biased)},
                       {"debiased", number(found.debiased)}});
    }
  }
  return {{"method", method.name},
          {"items", items.size()},
          {"biased", mean_of(pairs, "biased")},
          {"debiased", mean_of(pairs, "debiased")},
          {"pairs", pairs}};
}

Json measure_grad_cam(const Method& method, RunDatasets& datasets, const GeometryOptions& options,
                      const Compute& compute, const MeasureHooks& hooks) {
  std::vector<CamMaps> maps;
  std::vector<std::vector<std::uint32_t>> evaluation;
  for (const FinishedRun* run : method.runs) {
    hooks.progress(maps.size(), method.runs.size(), "Grad-CAM of " + run->folder.filename().string());
    LoadedRun loaded(*run, datasets, compute.device.is_cuda());
    evaluation.push_back(loaded.split.evaluation);
    maps.push_back(grad_cam(loaded.model.network(), loaded.reader, loaded.split.evaluation, compute));
  }
  const bool sliced = options.slice != "none";
  Json pairs = Json::array();
  for (std::size_t a = 0; a < maps.size(); ++a) {
    for (std::size_t b = a + 1; b < maps.size(); ++b) {
      const FinishedRun& one = *method.runs[a];
      const CommonItems common = common_items(evaluation[a], evaluation[b]);
      if (common.items.empty()) fail_without_common(one, *method.runs[b]);
      const MapStability all = map_stability(maps[a], common.in_a, maps[b], common.in_b);
      Json pair = {{"seeds", {one.spec.seed, method.runs[b]->spec.seed}},
                   {"all", number(all.mean)},
                   {"items", all.items},
                   {"constant", all.constant}};
      if (sliced) {
        std::vector<std::uint32_t> in_a, in_b;
        for (const std::uint32_t at : run_slice(datasets.of(one), common.items, options.slice)) {
          in_a.push_back(common.in_a[at]);
          in_b.push_back(common.in_b[at]);
        }
        const MapStability high = map_stability(maps[a], in_a, maps[b], in_b);
        pair["slice"] = number(high.mean);
        pair["slice_items"] = high.items;
        pair["slice_constant"] = high.constant;
      }
      pairs.push_back(std::move(pair));
    }
  }
  Json result = {{"method", method.name}, {"all", mean_of(pairs, "all")}};
  if (sliced) result["slice"] = {{"name", options.slice}, {"mean", mean_of(pairs, "slice")}};
  result["pairs"] = std::move(pairs);
  return result;
}

void check_same_kind(const FinishedRun& a, const FinishedRun& b) {
  if (a.spec.train.model != b.spec.train.model || a.spec.data_hash != b.spec.data_hash) {
    fail("{} and {}: a loss barrier needs two runs of one model on the same data", a.folder.string(),
         b.folder.string());
  }
}

// Of encoders, the weights depend on more than the model's name.
void check_same_weights(const LoadedRun& a, const LoadedRun& b) {
  const auto ours = a.model.network().state(), theirs = b.model.network().state();
  const bool same = std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                               [](const NamedTensor& one, const NamedTensor& other) {
                                 return one.name == other.name && one.tensor.sizes() == other.tensor.sizes();
                               });
  if (!same) {
    fail("{} and {}: a loss barrier needs two runs with the same weights to train, and their encoders differ",
         a.run.folder.string(), b.run.folder.string());
  }
}

Json measure_barrier(const FinishedRun& from, const FinishedRun& to, RunDatasets& datasets,
                     const GeometryOptions& options, const Compute& compute, const MeasureHooks& hooks) {
  check_same_kind(from, to);
  LoadedRun a(from, datasets, compute.device.is_cuda()), b(to, datasets, compute.device.is_cuda());
  check_same_weights(a, b);
  const CommonItems evaluation = common_items(a.split.evaluation, b.split.evaluation);
  const CommonItems training = common_items(a.split.train, b.split.train);
  if (evaluation.items.empty()) fail_without_common(from, to);
  const auto state_of = [](const LoadedRun& loaded) {
    std::vector<at::Tensor> tensors;
    for (const NamedTensor& entry : loaded.model.network().state()) tensors.push_back(entry.tensor.detach());
    return tensors;
  };
  const auto network = make_network(from.spec.train.model, a.model.shape(), compute.device);
  const Tf32Scope scope(compute.tf32);
  PathData data;
  const auto data_at = [&](double alpha) -> const PathData& {
    // Of one seed, both ends have the same normalisation, and the inputs are read once.
    const bool same = a.model.normalisation().mean == b.model.normalisation().mean &&
                      a.model.normalisation().sd == b.model.normalisation().sd;
    if (same && !data.evaluation.empty()) return data;
    const InputReader reader(a.inputs, between(a.model.normalisation(), b.model.normalisation(), alpha));
    data.evaluation = load_items(reader, a.dataset, evaluation.items, compute);
    data.training.clear();
    for (std::size_t begin = 0; begin < training.items.size(); begin += kStatisticsBatch) {
      const std::size_t count = std::min(kStatisticsBatch, training.items.size() - begin);
      data.training.push_back(load_inputs(reader, std::span(training.items).subspan(begin, count), compute));
    }
    return data;
  };
  std::uint64_t done = 0;
  const std::string what =
      fmt::format("barrier {} to {}", from.folder.filename().string(), to.folder.filename().string());
  const auto total = static_cast<std::uint64_t>(options.points);
  hooks.progress(done, total, what);
  const Barrier barrier = loss_barrier(*network, state_of(a), state_of(b), options.points, data_at,
                                       [&] { hooks.progress(++done, total, what); });
  return {{"from", from.folder.string()},
          {"to", to.folder.string()},
          {"deliveries", {from.spec.delivery, to.spec.delivery}},
          {"seeds", {from.spec.seed, to.spec.seed}},
          {"evaluation_items", evaluation.items.size()},
          {"training_items", training.items.size()},
          {"points", options.points},
          {"interpolated", path_json(barrier.interpolated)},
          {"reestimated", path_json(barrier.reestimated)}};
}

}  // namespace dissent
