// Single items of an evaluation: those that figures draw, and those on which model and annotators differ
// most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dissent/evaluate/evaluation_result.h"
#include "dissent/metrics/evaluation.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

// `items`: those of the votes that `whole` has scored, in its order.
ScoredItems scored_items(const Evaluation& whole, const std::vector<std::uint32_t>& items,
                         const VoteTable& votes);
std::vector<DifferingItem> differing_items(const Evaluation& whole, const std::vector<std::uint32_t>& items,
                                           const VoteTable& votes, std::size_t most);

}  // namespace dissent
