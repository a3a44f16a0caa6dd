#include "dissent/run/dynamics.h"

#include <cmath>
#include <string>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/run/run_view.h"

namespace dissent {

Dynamics dynamics_of(std::span<const HistoryRow> rows, double tolerance) {
  if (!(tolerance >= 0)) fail("a tolerance of {}: at least 0 is wanted", tolerance);
  const HistoryRow* best = nullptr;
  for (const HistoryRow& row : rows) {
    if (std::isnan(row.soft_nll)) continue;
    if (best == nullptr || row.soft_nll < best->soft_nll) best = &row;
  }
  if (best == nullptr) fail("the history has no epoch with a soft NLL; train the run again");
  Dynamics dynamics{best->epoch, best->epoch, best->soft_nll, static_cast<int>(rows.size())};
  for (const HistoryRow& row : rows) {
    if (!(row.soft_nll <= (1 + tolerance) * best->soft_nll)) continue;
    dynamics.near_best_epoch = row.epoch;
    break;
  }
  return dynamics;
}

Dynamics run_dynamics(const FinishedRun& run) {
  check_evaluated(run);
  const std::vector<HistoryRow> rows = read_history(run.files);
  try {
    return dynamics_of(rows);
  } catch (const Error& error) {
    fail("{}: {}", run.files.place(RunFileNames::history), error.message());
  }
}

}  // namespace dissent
