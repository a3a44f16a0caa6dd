#include "dissent/delivery/ranked_votes.h"

namespace dissent {

VoteTable::Label smallest_of(std::span<const VoteTable::Label> labels, std::uint64_t rank) {
  const auto pick = [&](std::span<VoteTable::Label> copy) {
    std::copy(labels.begin(), labels.end(), copy.begin());
    const auto wanted = copy.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(copy.begin(), wanted, copy.end());
    return *wanted;
  };
  std::array<VoteTable::Label, 64> room{};
  if (labels.size() <= room.size()) return pick(std::span(room).first(labels.size()));
  std::vector<VoteTable::Label> large(labels.size());
  return pick(large);
}

}  // namespace dissent
