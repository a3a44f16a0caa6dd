// What annotators score against each other: the concentration of their votes by Dirichlet-multinomial maximum
// likelihood, and the leave-one-vote-out soft NLL in closed form. A model's soft NLL is read beside it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dissent/votes/vote_table.h"

namespace dissent {

// Of all votes, or of all probabilities; or only of those of the named items.
std::vector<double> class_shares(const VoteTable& votes);
std::vector<double> class_shares(const VoteTable& votes, std::span<const std::uint32_t> items);

// Maximum-likelihood alpha of c_i ~ DirichletMultinomial(alpha * prior). 0 where every item is unanimous,
// infinity where the items do not differ by more than chance.
double dirichlet_concentration(const VoteTable& votes, const std::vector<double>& prior);

struct HumanReference {
  double alpha = 0;
  double soft_nll = 0;  // mean over items of -sum_k c_k/m log((c_k - 1 + alpha pi_k) / (m - 1 + alpha))
  double kl = 0;        // soft_nll less the mean entropy of the same items
  std::uint64_t items = 0;
  std::uint64_t left_out = 0;  // items with fewer than two votes
};
// Asks for counts; an error where no item has two votes.
HumanReference human_reference(const VoteTable& votes);

// What is estimated from all votes, for references of any of their items.
struct HumanFit {
  std::vector<double> prior;  // pi: class shares
  double alpha = 0;
};
HumanFit human_fit(const VoteTable& votes);
// soft_nll and kl are NaN where none of the items has two votes.
HumanReference human_reference(const VoteTable& votes, const HumanFit& fit,
                               std::span<const std::uint32_t> items);

}  // namespace dissent
