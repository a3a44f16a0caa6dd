// Rows of predictions beside the items of the votes that they predict: joined by name, or in the votes'
// order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dissent/predictions/matched_predictions.h"

namespace dissent {

// Fills matched.items, ascending, and puts `rows` (those to be scored) into their order. Throws where an item
// has no partner or no votes, unless such items are to be dropped, and where rows cannot be joined.
void match_items(const PredictionFile& file, const VoteTable& votes, const ItemIndex& index,
                 const MatchOptions& options, std::vector<std::uint32_t>& rows, MatchedPredictions& matched,
                 std::vector<std::string>& remarks);

}  // namespace dissent
