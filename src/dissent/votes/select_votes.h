// Parts of vote tables, and two as one.
#pragma once

#include <cstdint>
#include <vector>

#include "dissent/votes/vote_table.h"

namespace dissent {

// The named items only, in that order; annotators without a vote left go.
VoteTable select_items(const VoteTable& votes, const std::vector<std::uint32_t>& items);

// The counts of both, one after the other; they must have the same classes. Annotators are not kept.
VoteTable concatenate(const VoteTable& first, const VoteTable& second);

}  // namespace dissent
