// What a finished run predicted of every item of its data, as it lies in the run's folder.
#pragma once

#include <cstdint>
#include <vector>

#include "dissent/data/dataset.h"
#include "dissent/run/run_set.h"

namespace dissent {

struct RunPredictions {
  std::vector<float> logits;                     // [items, classes]
  std::vector<std::uint32_t> train, evaluation;  // items, ascending; some items may be neither
};

bool has_predictions(const FinishedRun& run);
// Throws where the run has no predictions (the message says how to make them) or they are of other items.
RunPredictions read_run_predictions(const FinishedRun& run, const Dataset& dataset);

// [items] -sum_k p_k log q_k of every item, against all of its votes; NaN of an item without votes.
std::vector<double> item_soft_nll(const RunPredictions& predictions, const Dataset& dataset);

}  // namespace dissent
