// How far a run is: what its saved state says beside its tensors, in the metadata of state.safetensors. What
// is read agrees with the run, so that training can go on from it: a state that says anything else is an
// error.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "dissent/run/history.h"

namespace dissent {

struct Position {
  int epoch = 0;          // whole epochs done
  std::int64_t step = 0;  // of the next one
  double loss_sum = 0;    // over those steps
};

struct TrainingState {
  Position position;
  std::vector<HistoryRow> history;  // a row an epoch
  int best_epoch = 0;               // 0: none yet
  double best_soft_nll = 0;
};

// What a run's states agree with.
struct RunLimits {
  int epochs = 0;
  std::int64_t steps = 0;  // an epoch's
  bool evaluates = true;   // every epoch; else the last epoch is the best
};

using StateMetadata = std::map<std::string, std::string>;

StateMetadata state_metadata(const std::string& run, const TrainingState& state);
// The id of the run whose state it is. `place` opens messages.
std::string run_of_state(const StateMetadata& metadata, const std::string& place);
TrainingState read_state(const StateMetadata& metadata, const RunLimits& limits, const std::string& place);

}  // namespace dissent
