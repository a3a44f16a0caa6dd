// Dawid and Skene 1979: the items' true classes and the annotators' confusion matrices together, by
// expectation maximisation. Memory grows with the votes (times classes), never with items x annotators x
// classes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "dissent/core/settings.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

// Read by the other models of annotators, too.
struct DawidSkeneOptions {
  double smoothing = 0.01;
  double tolerance = 1e-6;
  int max_iterations = 100;

  static constexpr auto fields() {
    using O = DawidSkeneOptions;
    return std::tuple{
        Field{"smoothing", &O::smoothing, from_to(0, 1e9),
              "added to every count of the annotators' answers, so that one who never erred is not certain"},
        Field{"tolerance", &O::tolerance, from_to(0, 1000),
              "stop when the log-likelihood (or what the model maximises) gains less than this per vote"},
        Field{"max-iterations", &O::max_iterations, from_to(1, 1'000'000),
              "stop after this many iterations in any case"},
    };
  }
};

struct DawidSkene {
  std::vector<double> posterior;  // [items, classes], rows sum to 1
  std::vector<double> prior;      // [classes]
  double log_likelihood = 0;      // per vote
  int iterations = 0;
  bool converged = false;

  // The confusion matrix of one annotator, [true class, given label], rows sum to 1.
  std::vector<double> confusion(std::size_t annotator) const;

  // Confusion columns that were used, one for each (annotator, label) that occurs, sorted by both.
  std::vector<std::uint64_t> first_column;  // [annotators + 1]
  std::vector<VoteTable::Label> column_label;
  std::vector<double> column;  // [columns, classes]: P(label | true class)
  std::vector<double> unused;  // [annotators, classes]: the same for each label that was never given
};

// Asks for annotators. `progress`, where given, is called after each iteration with its number and
// log-likelihood.
DawidSkene dawid_skene(const VoteTable& votes, const DawidSkeneOptions& options = {},
                       const std::function<void(int, double)>& progress = {});

}  // namespace dissent
