// MACE (Hovy, Berg-Kirkpatrick, Vaswani and Hovy 2013): an annotator either knows an item's class and gives
// it, or gives a label by a habit of their own. By variational Bayes or by expectation maximisation, from
// several random starts.
#pragma once

#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "dissent/core/choice.h"
#include "dissent/core/settings.h"
#include "dissent/votes/dawid_skene.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

enum class MaceInference { vb, em };
template <>
struct Choices<MaceInference> {
  static constexpr Choice<MaceInference> list[] = {{MaceInference::vb, "vb"}, {MaceInference::em, "em"}};
};

struct MaceOptions {
  MaceInference inference = MaceInference::vb;
  int restarts = 10;
  std::uint64_t seed = 0;
  double know_prior = 0.5;
  double spam_prior = 0.5;
  double strategy_prior = 10;

  static constexpr auto fields() {
    using O = MaceOptions;
    return std::tuple{
        Field{"inference", &O::inference, "vb (variational Bayes, with the priors below) or em"},
        Field{"restarts", &O::restarts, from_to(1, 1'000'000), "random starts, of which the best is kept"},
        Field{"seed", &O::seed, from_up(0), "of the random starts"},
        Field{"know-prior", &O::know_prior, above_to(0, 1e9),
              "vb: prior count of answers that an annotator knew"},
        Field{"spam-prior", &O::spam_prior, above_to(0, 1e9),
              "vb: prior count of answers that an annotator did not know"},
        Field{"strategy-prior", &O::strategy_prior, above_to(0, 1e9),
              "vb: prior count of each label among the answers that an annotator did not know"},
    };
  }
};

struct Mace {
  std::vector<double> posterior;   // [items, classes], rows sum to 1
  std::vector<double> competence;  // [annotators]: probability of knowing; by vb its posterior mean
  double objective = 0;            // per vote: the variational bound, or the log-likelihood by em
  int iterations = 0;              // of the start that was kept
  bool converged = false;
  int best_restart = 0;  // the start that was kept, from 0
};

// Asks for annotators. `stop` has the smoothing (em only), tolerance and number of iterations of each start.
// `progress`, where given, is called after each iteration with the number of iterations of all starts so far.
Mace mace(const VoteTable& votes, const MaceOptions& options = {}, const DawidSkeneOptions& stop = {},
          const std::function<void(int)>& progress = {});

}  // namespace dissent
