// Training votes cut to V an item, before any delivery: what fewer annotators would have given. Evaluation
// never sees a cut table.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "dissent/core/choice.h"
#include "dissent/core/settings.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

enum class VoteCut { multinomial, nested };
template <>
struct Choices<VoteCut> {
  static constexpr std::string_view what = "cut";
  static constexpr Choice<VoteCut> list[] = {{VoteCut::multinomial, "multinomial"},
                                             {VoteCut::nested, "nested"}};
};

struct CutOptions {
  int votes_per_item = 0;  // 0: all of them
  VoteCut cut = VoteCut::multinomial;

  static constexpr auto fields() {
    using O = CutOptions;
    return std::tuple{
        Field{"votes-per-item", &O::votes_per_item, from_to(0, 1'000'000),
              "train on this many votes an item; 0: all of them"},
        Field{
            "cut", &O::cut,
            "how votes are cut: multinomial (drawn from the item's distribution, with replacement, anew for "
            "each number) or nested (real votes without replacement; fewer are part of more)"},
    };
  }
};

// A senseless number of votes is an error with what is allowed.
void check_cut_options(const CutOptions& options);

// The counts of every item after the cut (a copy of the votes where nothing is cut), keyed by (seed, V, item)
// or, nested, by (seed, item). Nested asks for counts and for at least V votes an item: an error counts the
// items that have fewer. An item without votes stays without.
VoteTable cut_votes(const VoteTable& votes, const CutOptions& options, std::uint64_t seed);

}  // namespace dissent
