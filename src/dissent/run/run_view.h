// A finished run beside its data: the data set, the split, what the run predicted of its evaluation items and
// what that scores, each found when it is first asked for and kept.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dissent/data/split.h"
#include "dissent/metrics/evaluation.h"
#include "dissent/run/data_cache.h"
#include "dissent/run/run_predictions.h"
#include "dissent/run/run_set.h"

namespace dissent {

// Throws where the run was trained without an evaluation: whatever is measured on evaluation items asks
// first.
void check_evaluated(const FinishedRun& run);

// What the best checkpoint predicted of the run's evaluation items.
struct EvaluatedRun {
  std::vector<std::uint32_t> items;  // of the data set, ascending
  std::vector<float> logits;         // [items, classes]
};

// For one thread at a time. Every function but run() throws where the data cannot be loaded or is not the
// run's; those on predictions also where the run has none.
class RunView {
 public:
  // The cache must outlive it.
  RunView(FinishedRun run, DataCache& data) : run_(std::move(run)), data_(data) {}

  const FinishedRun& run() const { return run_; }
  const Dataset& dataset() { return data_.of(run_); }
  const Split& split();
  const EvaluatedRun& evaluated();
  const ItemScores& item_scores();  // of the evaluation items, in their order
  // All scores on the evaluation items, or on a slice of these ("entropy-top:0.05").
  const ScoreValues& scores(const std::string& slice = "");
  // One of them: as the record states it, where it does, else from the predictions.
  double score(const Metric& metric, const std::string& slice = "");

 private:
  EvaluationInput input();

  FinishedRun run_;
  DataCache& data_;
  std::optional<Split> split_;
  std::optional<EvaluatedRun> evaluated_;
  std::optional<ItemScores> item_scores_;
  std::map<std::string, ScoreValues> scores_;  // by slice
};

// Views of many runs, by their folders.
class RunViews {
 public:
  // The cache must outlive it.
  explicit RunViews(DataCache& data) : data_(data) {}

  RunView& of(const FinishedRun& run);
  // Reads the predictions that are not known yet, over all cores; runs that have none are passed over.
  void read(std::span<const FinishedRun* const> runs);
  DataCache& data() { return data_; }

 private:
  DataCache& data_;
  std::map<std::filesystem::path, std::unique_ptr<RunView>> views_;
};

}  // namespace dissent
