// What runs' best checkpoints predicted of their evaluation items, read once and kept: figures, slices and
// items are all made from it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "dissent/metrics/evaluation.h"
#include "dissent/run/run_datasets.h"
#include "dissent/run/run_set.h"

namespace dissent {

struct EvaluatedRun {
  std::vector<std::uint32_t> items;  // of the data set, ascending
  std::vector<float> logits;         // [items, classes]
  ItemScores scores;                 // [items]
};

bool has_predictions(const FinishedRun& run);

class EvaluatedRuns {
 public:
  // The data sets must stay.
  explicit EvaluatedRuns(RunDatasets& datasets) : datasets_(datasets) {}

  // Reads those that are not known yet, over all cores; runs without predictions are passed over.
  void read(std::span<const FinishedRun* const> runs);
  // Reads it where it is not known yet.
  const EvaluatedRun& of(const FinishedRun& run);
  // All scores on a slice of the run's evaluation items.
  ScoreValues slice(const FinishedRun& run, std::string_view slice);

 private:
  RunDatasets& datasets_;
  std::map<std::filesystem::path, std::unique_ptr<EvaluatedRun>> known_;
};

}  // namespace dissent
