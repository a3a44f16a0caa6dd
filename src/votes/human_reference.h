// What annotators score against each other: the concentration of their votes by Dirichlet-multinomial maximum
// likelihood, and the leave-one-vote-out soft NLL in closed form. A model's soft NLL is read beside it.
#pragma once

#include <cstdint>
#include <vector>

#include "votes/vote_table.h"

namespace dissent {

std::vector<double> class_shares(const VoteTable& votes);  // of all votes, or of all probabilities

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

}  // namespace dissent
