// GLAD (Whitehill, Ruvolo, Wu, Bergsma and Movellan 2009): the log-odds that a label is right are the
// annotator's ability times the item's easiness. Estimated together with the true classes by expectation
// maximisation; a wrong label is any other class alike.
#pragma once

#include <functional>
#include <tuple>
#include <vector>

#include "dissent/core/settings.h"
#include "dissent/votes/dawid_skene.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct GladOptions {
  int steps = 3;
  double ability_mean = 1, ability_sd = 1;
  double easiness_mean = 1, easiness_sd = 1;

  static constexpr auto fields() {
    using O = GladOptions;
    return std::tuple{
        Field{"glad-steps", &O::steps, from_to(1, 1000),
              "uphill steps of abilities and easiness in each iteration"},
        Field{"ability-mean", &O::ability_mean, from_to(-1000, 1000),
              "mean of the normal prior of an annotator's ability"},
        Field{"ability-sd", &O::ability_sd, above_to(0, 1000), "its standard deviation"},
        Field{"easiness-mean", &O::easiness_mean, from_to(-100, 100),
              "mean of the normal prior of the logarithm of an item's easiness"},
        Field{"easiness-sd", &O::easiness_sd, above_to(0, 100), "its standard deviation"},
    };
  }
};

struct Glad {
  std::vector<double> posterior;  // [items, classes], rows sum to 1
  std::vector<double> ability;    // [annotators]: alpha; below 0 for those who are wrong on purpose
  std::vector<double> easiness;   // [items]: beta, above 0
  double log_posterior = 0;       // per vote: of the votes, with the priors' densities up to a constant
  int iterations = 0;
  bool converged = false;
};

// Asks for annotators. `stop` has the tolerance and the number of iterations. `progress`, where given, is
// called after each iteration with its number.
Glad glad(const VoteTable& votes, const GladOptions& options = {}, const DawidSkeneOptions& stop = {},
          const std::function<void(int)>& progress = {});

}  // namespace dissent
