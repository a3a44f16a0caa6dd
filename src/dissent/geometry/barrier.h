// The loss along the straight line between two sets of weights: how high it rises above the line between its
// ends. Batch-norm's statistics on the way are either interpolated, too, or estimated anew from the training
// items; the two differ a lot (docs/geometry.md).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/diagnostics/barrier_result.h"
#include "dissent/geometry/labelled_items.h"
#include "dissent/model/network.h"

namespace dissent {

LossPath loss_path(std::vector<double> losses);  // at equally spaced points

struct Barrier {
  LossPath interpolated, reestimated;
};

struct PathData {
  std::vector<LabelledItems> evaluation;  // what losses are of
  std::vector<at::Tensor> training;       // what statistics are estimated from
};

// `from` and `to` in the order of Network::state(); `network` is overwritten. `data` is asked for at every
// point, from 0 to 1: the normalisation of inputs may differ between the ends.
Barrier loss_barrier(
    Network& network, std::span<const at::Tensor> from, std::span<const at::Tensor> to, int points,
    const std::function<const PathData&(double)>& data, const std::function<void()>& after_point = [] {});

// Items of a batch that statistics are estimated from, on every device: it is part of what is measured.
inline constexpr std::size_t kStatisticsBatch = 1000;

// Batch-norm's statistics from these batches: the mean over batches of each batch's, by their sizes.
void reestimate_statistics(Network& network, std::span<const at::Tensor> batches);

}  // namespace dissent
