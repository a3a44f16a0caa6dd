#include "dissent/geometry/barrier.h"

#include <utility>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

namespace dissent {

LossPath loss_path(std::vector<double> losses) {
  LossPath path{std::move(losses), 0, 0};
  const double last = static_cast<double>(path.losses.size() - 1);
  for (std::size_t i = 0; i < path.losses.size(); ++i) {
    const double alpha = static_cast<double>(i) / last;
    const double above = path.losses[i] - ((1 - alpha) * path.losses.front() + alpha * path.losses.back());
    if (above > path.barrier) {
      path.barrier = above;
      path.at = alpha;
    }
  }
  return path;
}

void reestimate_statistics(Network& network, std::span<const at::Tensor> batches) {
  if (network.buffers().empty()) return;
  const c10::NoGradGuard no_grad;
  std::int64_t items = 0;
  for (const at::Tensor& batch : batches) {
    items += batch.size(0);
    // A running mean by the batches' sizes; the first batch replaces what was there.
    network.set_statistics_momentum(static_cast<double>(batch.size(0)) / static_cast<double>(items));
    network.forward(batch, /*training=*/true);
  }
  network.set_statistics_momentum(0.1);
}

Barrier loss_barrier(Network& network, std::span<const at::Tensor> from, std::span<const at::Tensor> to,
                     int points, const std::function<const PathData&(double)>& data,
                     const std::function<void()>& after_point) {
  std::vector<double> interpolated, reestimated;
  const std::vector<NamedTensor> state = network.state();
  for (int point = 0; point < points; ++point) {
    const double alpha = static_cast<double>(point) / (points - 1);
    {
      const c10::NoGradGuard no_grad;
      for (std::size_t i = 0; i < state.size(); ++i) {
        state[i].tensor.copy_(from[i] * (1 - alpha) + to[i] * alpha);
      }
    }
    const PathData& here = data(alpha);
    interpolated.push_back(mean_loss(network, here.evaluation));
    reestimate_statistics(network, here.training);
    reestimated.push_back(mean_loss(network, here.evaluation));
    after_point();
  }
  return {loss_path(std::move(interpolated)), loss_path(std::move(reestimated))};
}

}  // namespace dissent
