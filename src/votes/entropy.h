// Entropy of an annotator distribution, in nats. Summed over the sorted probabilities, so that equal vote
// multisets give equal bits whatever the order of the classes; 0 log 0 = 0.
#pragma once

#include <span>
#include <vector>

#include "votes/vote_table.h"

namespace dissent {

// `scratch` is overwritten; passing it in keeps loops over items free of allocation.
double entropy(std::span<const double> p, std::vector<double>& scratch);

// Entropy of every item, by index; NaN where an item has no votes. Uses all cores.
std::vector<double> item_entropies(const VoteTable& votes);

}  // namespace dissent
