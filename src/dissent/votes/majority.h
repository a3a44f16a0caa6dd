// The majority label of an item: the class with most votes (or the largest probability). Ties are broken by a
// draw keyed by the item's index alone, so that every run, method and score sees the same label.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dissent/votes/vote_table.h"

namespace dissent {

// How ties are broken, for those who read a result.
inline constexpr std::string_view kTieRule = "a draw keyed by the item's index";

struct Majority {
  VoteTable::Label label = 0;
  bool tied = false;
};
// The largest number of an item's row; numbers within `apart` of it tie, and the item's draw chooses among
// them.
Majority largest_class(std::span<const double> row, std::size_t item, double apart = 0);
// Throws for an item without votes, and names it.
Majority majority_label(const VoteTable& votes, std::size_t item);

struct MajorityLabels {
  std::vector<VoteTable::Label> labels;  // [items]
  std::vector<std::uint8_t> tied;        // [items] whether it was drawn
  std::size_t ties = 0;                  // items whose label was drawn
};
MajorityLabels majority_labels(const VoteTable& votes);
MajorityLabels majority_labels(const VoteTable& votes, std::span<const std::uint32_t> items);  // of these

// What accuracy compares with: the gold label of an item of the votes where gold[item] >= 0, else its
// majority. `gold` may be empty; `majority` is that of `items`.
std::vector<std::int32_t> gold_or_majority(const MajorityLabels& majority, std::span<const std::int32_t> gold,
                                           std::span<const std::uint32_t> items);

}  // namespace dissent
