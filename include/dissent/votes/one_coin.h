// One-coin Dawid-Skene: every annotator is right with one probability, whatever the class, and wrong labels
// are alike. Fewer parameters than confusion matrices: what to take where annotators have few votes.
#pragma once

#include <functional>
#include <vector>

#include "dissent/votes/dawid_skene.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct OneCoin {
  std::vector<double> posterior;  // [items, classes], rows sum to 1
  std::vector<double> prior;      // [classes]
  std::vector<double> right;      // [annotators]: probability of the true class
  double log_likelihood = 0;      // per vote
  int iterations = 0;
  bool converged = false;
};

// Asks for annotators. `progress`, where given, is called after each iteration with its number.
OneCoin one_coin(const VoteTable& votes, const DawidSkeneOptions& options = {},
                 const std::function<void(int)>& progress = {});

}  // namespace dissent
