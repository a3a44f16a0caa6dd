// How much the gradient at the last layer varies when an item's label is drawn from its annotators: the trace
// of the covariance of d loss / d (W, b) under y ~ p. In closed form (|h|^2 + 1) (1 - |p|^2), h being the
// features (Proposition 1 of "Same Target, Different Basins"), and by drawing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/dataset.h"

namespace dissent {

// By item: `features` [items, width] of the network's penultimate layer.
std::vector<double> gradient_variance(std::span<const float> features, const Dataset& dataset,
                                      std::span<const std::uint32_t> items);
// The variance of `samples` drawn gradients, without bias; draws are a function of (seed, item).
std::vector<double> sampled_gradient_variance(std::span<const float> features, const Dataset& dataset,
                                              std::span<const std::uint32_t> items, std::size_t samples,
                                              std::uint64_t seed);

}  // namespace dissent
