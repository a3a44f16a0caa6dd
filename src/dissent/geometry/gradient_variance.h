// How much the gradient at the last layer varies when an item's label is drawn from its annotators: the trace
// of the covariance of d loss / d (W, b) under y ~ p. In closed form (|h|^2 + 1) (1 - |p|^2), h being the
// features (Proposition 1 of "Same Target, Different Basins"); of choices sum_c p_c |h_c|^2 - |sum_c p_c
// h_c|^2; and by drawing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dissent/data/dataset.h"

namespace dissent {

// What the last layer sees: [items, width], or of choices, which share its one row, [items, choices, width].
struct LastFeatures {
  std::span<const float> values;
  bool choices = false;
};

// By item.
std::vector<double> gradient_variance(const LastFeatures& features, const Dataset& dataset,
                                      std::span<const std::uint32_t> items);
// The variance of `samples` drawn gradients, without bias; draws are a function of (seed, item).
std::vector<double> sampled_gradient_variance(const LastFeatures& features, const Dataset& dataset,
                                              std::span<const std::uint32_t> items, std::size_t samples,
                                              std::uint64_t seed);

}  // namespace dissent
