#include "dissent/text/pieces.h"

#include <algorithm>
#include <numeric>

namespace dissent {

Pieces by_length(std::span<const std::int64_t> lengths, std::int64_t at_once) {
  Pieces result;
  result.order.resize(lengths.size());
  std::iota(result.order.begin(), result.order.end(), 0U);
  std::stable_sort(result.order.begin(), result.order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return lengths[a] > lengths[b]; });
  for (std::size_t begin = 0; begin < lengths.size();) {
    const std::int64_t length = lengths[result.order[begin]];
    const auto fit = static_cast<std::size_t>(std::max<std::int64_t>(1, at_once / length));
    result.pieces.push_back({begin, std::min(fit, lengths.size() - begin), length});
    begin += result.pieces.back().size;
  }
  return result;
}

}  // namespace dissent
