// What every model of annotators asks of votes and options, and the (annotator, label) pairs that its
// parameters belong to.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dissent/votes/dawid_skene.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

// Throws where the votes do not say who voted, where an item has none, and where an option makes no sense.
// `model` opens the messages. Models with priors of their own do not read the smoothing.
enum class Smoothing { wanted, not_read };
void check_crowd(const VoteTable& votes, const DawidSkeneOptions& options, std::string_view model,
                 Smoothing smoothing);

// The (annotator, label) pairs that occur, sorted, and for each vote which of them it is: memory stays with
// the votes.
struct VoteColumns {
  std::vector<std::uint64_t> first;     // [annotators + 1]
  std::vector<VoteTable::Label> label;  // [columns]
  std::vector<std::uint32_t> of_vote;   // [votes]
};
VoteColumns find_columns(const VoteTable& votes);

// Turns the logarithms of what an item's classes have into their shares, and returns the logarithm of the
// sum.
double shares_from_logs(std::span<double> row);

}  // namespace dissent
