// What finished runs predicted, beside the votes of their data: scores on any slice, and losses item by item.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "dissent/metrics/evaluation.h"
#include "dissent/run/run_datasets.h"
#include "dissent/run/run_set.h"

namespace dissent {

// A run's predictions of every item. A run that has none is an error that says how to make them.
struct RunPredictions {
  std::vector<float> logits;                     // [items, classes]
  std::vector<std::uint32_t> train, evaluation;  // items, ascending
};
RunPredictions read_run_predictions(const FinishedRun& run, const Dataset& dataset);

// Its evaluation items beside the annotators and the labels that accuracy compares with. Looks at both, which
// must stay.
EvaluationInput evaluation_input(const RunPredictions& predictions, const Dataset& dataset);

// -sum_k p_k log q_k of every item, against all of its votes.
std::vector<double> item_soft_nll(const RunPredictions& predictions, const Dataset& dataset);

// The scores of runs' best checkpoints on their evaluation items, or on a slice of these
// ("entropy-top:0.05"). Data sets are loaded and predictions read once, and only where a run's record does
// not have the score.
class RunScores {
 public:
  explicit RunScores(std::string slice = "") : slice_(std::move(slice)), datasets_(own_) {}
  // Data sets from elsewhere, which must stay.
  RunScores(std::string slice, RunDatasets& datasets) : slice_(std::move(slice)), datasets_(datasets) {}
  RunScores(const RunScores&) = delete;
  RunScores& operator=(const RunScores&) = delete;

  double value(const FinishedRun& run, const Metric& metric);
  const Dataset& dataset(const FinishedRun& run) { return datasets_.of(run); }

 private:
  std::string slice_;
  RunDatasets own_;
  RunDatasets& datasets_;
  std::map<std::filesystem::path, ScoreValues> scores_;
};

}  // namespace dissent
