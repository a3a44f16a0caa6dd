// Equal-mass bins: sorted items dealt out to bins whose sizes differ by at most one, the first (n mod bins)
// having one more. An item that counts several times may fall into two bins.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "dissent/stats/weights.h"

namespace dissent {

// Calls put(bin, position in `order`, weight in that bin), in order.
template <class Put>
void deal_into_bins(std::span<const std::uint32_t> order, Weights weights, std::size_t bins, Put&& put) {
  const std::uint64_t total = total_weight(weights, order.size());
  const auto size = [&](std::size_t bin) { return total / bins + (bin < total % bins); };
  std::size_t bin = 0;
  std::uint64_t room = size(0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::uint64_t left = weight_of(weights, order[i]); left > 0;) {
      while (room == 0) room = size(++bin);
      const std::uint64_t taken = std::min(left, room);
      put(bin, i, static_cast<double>(taken));
      left -= taken;
      room -= taken;
    }
  }
}

}  // namespace dissent
