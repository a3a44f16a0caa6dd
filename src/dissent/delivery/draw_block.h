// Training items a few hundred at a time, with room for their random bits on the stack: a delivery allocates
// nothing, and the processor draws for several items at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "dissent/delivery/delivery.h"

namespace dissent {

inline constexpr std::size_t kDrawnTogether = 256;  // items; their bits stay in the first-level cache

struct DrawnBits {
  std::array<std::uint64_t, kDrawnTogether> low, high;  // as Stream::blocks fills them
};

// Calls body(items, labels) for blocks that cover `labels`, the first of which is at position `begin`.
template <class Body>
void for_each_block(const DeliverySource& source, std::size_t begin, std::span<std::int32_t> labels,
                    Body&& body) {
  std::array<std::uint64_t, kDrawnTogether> items;
  for (std::size_t at = 0; at < labels.size(); at += kDrawnTogether) {
    const std::size_t size = std::min(kDrawnTogether, labels.size() - at);
    for (std::size_t i = 0; i < size; ++i) items[i] = source.item(begin + at + i);
    body(std::span<const std::uint64_t>(items).first(size), labels.subspan(at, size));
  }
}

}  // namespace dissent
