// Rows grouped by item, and what is done to the groups: repeated votes, items without votes, folding to
// counts. Deterministic whatever the number of threads.
#pragma once

#include <string>

#include "dissent/votes/vote_builder.h"

namespace dissent {

// A counting sort by item, stable in row order; rows without a label are passed over. The classes are left to
// the caller.
VoteTable::Parts group_by_item(VoteRows rows);

// Several votes of one annotator on one item: `policy` is ImportOptions::duplicates.
void apply_duplicate_policy(VoteTable::Parts& parts, DuplicatePolicy policy, Audit& audit);

void drop_items_without_votes(VoteTable::Parts& parts);

// Sums an item's votes by class, for sources that do not know their annotators.
void fold_to_counts(VoteTable::Parts& parts);

}  // namespace dissent
