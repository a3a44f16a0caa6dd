// Subsets of the scored items by what is known of them, each with a name: "entropy-top:0.05", "class:cat".
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/vote_table.h"

namespace dissent {

struct Slice {
  std::string name;
  std::vector<std::uint32_t> items;  // positions among the scored items, ascending; never empty
};

// The round(share * n) items with the highest entropy, at least one; of equal ones the first. Ascending.
std::vector<std::uint32_t> highest_entropy(std::span<const double> entropies, double share);

// What slices are made from: the scored items and what is known of each.
struct SliceSource {
  const VoteTable& votes;
  std::span<const std::uint32_t> items;  // of the votes
  std::span<const double> entropies;     // [items]
  std::span<const std::int32_t> labels;  // [items] class index
  // The text of a column for every item of the votes; empty where it has none.
  std::function<std::vector<std::string>(const std::string& column)> column;
};

// entropy-top:SHARE, class (one slice a class) or class:NAME, votes (one a number of votes), votes:FROM..TO,
// and column:NAME (one a value). A bad one is an error that names the kinds.
std::vector<Slice> make_slices(std::string_view spec, const SliceSource& source);
void check_slice(std::string_view spec);  // finds a bad one before there are items

}  // namespace dissent
