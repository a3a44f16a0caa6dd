// How often each item counts, as a resampling has drawn it. Empty: once each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dissent {

using Weights = std::span<const std::uint32_t>;

inline std::uint64_t weight_of(Weights weights, std::size_t item) {
  return weights.empty() ? 1 : weights[item];
}
inline std::uint64_t total_weight(Weights weights, std::size_t items) {
  if (weights.empty()) return items;
  std::uint64_t sum = 0;
  for (const std::uint32_t weight : weights) sum += weight;
  return sum;
}

}  // namespace dissent
