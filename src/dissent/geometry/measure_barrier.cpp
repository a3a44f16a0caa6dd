// The loss barrier between two runs, on the items that both have.
#include <algorithm>

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/geometry/barrier.h"
#include "dissent/geometry/common_items.h"
#include "dissent/geometry/geometry_part.h"
#include "dissent/model/architectures.h"

namespace dissent {
namespace {

Normalisation between(const Normalisation& a, const Normalisation& b, double alpha) {
  Normalisation result = a;
  for (std::size_t i = 0; i < a.mean.size(); ++i) {
    result.mean[i] = (1 - alpha) * a.mean[i] + alpha * b.mean[i];
    result.sd[i] = (1 - alpha) * a.sd[i] + alpha * b.sd[i];
  }
  return result;
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

}  // namespace

void check_same_kind(const FinishedRun& a, const FinishedRun& b) {
  if (a.spec.train.model != b.spec.train.model || a.spec.data_hash != b.spec.data_hash) {
    fail("{} and {}: a loss barrier needs two runs of one model on the same data", a.folder.string(),
         b.folder.string());
  }
}

PairPart measure_barrier;
void measure_barrier(const FinishedRun& from, const FinishedRun& to, GeometryContext& context,
                     GeometryResult& found) {
  check_same_kind(from, to);
  const Compute& compute = context.compute;
  const std::unique_ptr<LoadedRun> one = context.load(from), other = context.load(to);
  LoadedRun &a = *one, &b = *other;
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
    const auto reader = a.inputs->reader(between(a.model.normalisation(), b.model.normalisation(), alpha));
    data.evaluation = load_items(*reader, a.dataset, evaluation.items, compute);
    data.training.clear();
    for (std::size_t begin = 0; begin < training.items.size(); begin += kStatisticsBatch) {
      const std::size_t count = std::min(kStatisticsBatch, training.items.size() - begin);
      data.training.push_back(load_inputs(*reader, std::span(training.items).subspan(begin, count), compute));
    }
    return data;
  };
  BarrierResult result;
  result.from = {from.folder.string(), from.spec.delivery, from.spec.seed};
  result.to = {to.folder.string(), to.spec.delivery, to.spec.seed};
  result.evaluation_items = evaluation.items.size();
  result.training_items = training.items.size();
  result.points = context.options.points;
  std::uint64_t done = 0;
  const std::string what =
      fmt::format("barrier {} to {}", from.folder.filename().string(), to.folder.filename().string());
  const auto total = static_cast<std::uint64_t>(result.points);
  context.progress(what, done, total);
  Barrier barrier = loss_barrier(*network, state_of(a), state_of(b), result.points, data_at,
                                 [&] { context.progress(what, ++done, total); });
  result.interpolated = std::move(barrier.interpolated);
  result.reestimated = std::move(barrier.reestimated);
  found.barriers.push_back(std::move(result));
}

}  // namespace dissent
