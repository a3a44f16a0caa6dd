// How fast a run came to its best: training dynamics from its history.
#pragma once

#include <span>

#include "dissent/run/history.h"
#include "dissent/run/run_set.h"

namespace dissent {

struct Dynamics {
  int best_epoch = 0;        // the first with the lowest evaluation soft NLL
  int near_best_epoch = 0;   // the first at most (1 + tolerance) times the lowest
  double best_soft_nll = 0;  // the lowest
  int epochs = 0;            // in the history
};
// Epochs whose soft NLL is NaN are passed over; a history without any other is an error.
Dynamics dynamics_of(std::span<const HistoryRow> rows, double tolerance = 0.05);

// From the history in the run's folder; an error names the file.
Dynamics run_dynamics(const FinishedRun& run);

}  // namespace dissent
