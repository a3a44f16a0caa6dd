#include "dissent/run/run_state.h"

#include <cmath>
#include <optional>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

constexpr const char* kFormat = "format";
constexpr const char* kFormatName = "dissent state";
constexpr const char* kRun = "run";
constexpr const char* kEpoch = "epoch";
constexpr const char* kStep = "step";
constexpr const char* kLossSum = "loss_sum";
constexpr const char* kBestEpoch = "best_epoch";
constexpr const char* kBestSoftNll = "best_soft_nll";
constexpr const char* kHistory = "history";

class StateReader {
 public:
  StateReader(const StateMetadata& metadata, const std::string& place) : metadata_(metadata), place_(place) {}

  const std::string& text(const char* key) const {
    const auto found = metadata_.find(key);
    if (found == metadata_.end()) fail("{}: its metadata has no {}: not a saved state", place_, key);
    return found->second;
  }
  std::int64_t whole(const char* key, std::int64_t least, std::int64_t most) const {
    const std::optional<std::int64_t> value = parse_int(text(key));
    if (!value || *value < least || *value > most) {
      fail("{}: {} is {}, where a whole number from {} to {} is wanted", place_, key, in_quotes(text(key)),
           least, most);
    }
    return *value;
  }
  double number(const char* key) const {
    const std::optional<double> value = parse_double(text(key));
    if (!value) fail("{}: {} is {}, where a number is wanted", place_, key, in_quotes(text(key)));
    return *value;
  }

 private:
  const StateMetadata& metadata_;
  const std::string& place_;
};

void check_history(const TrainingState& state, const RunLimits& limits, const std::string& place) {
  if (!std::cmp_equal(state.history.size(), state.position.epoch)) {
    fail("{}: its history has {} rows, where {} epochs are done", place, state.history.size(),
         state.position.epoch);
  }
  for (const HistoryRow& row : state.history) {
    const bool good = std::isfinite(row.learning_rate) && std::isfinite(row.train_loss) &&
                      std::isfinite(row.soft_nll) == limits.evaluates;
    if (!good) fail("{}: the losses of epoch {} in its history are none of this run", place, row.epoch);
  }
}

// The best epoch is one of those that are done; its score is the history's.
void check_best(const TrainingState& state, const RunLimits& limits, const std::string& place) {
  const int epoch = state.position.epoch;
  if (!limits.evaluates) {
    const int only = epoch == limits.epochs ? epoch : 0;
    if (state.best_epoch != only)
      fail("{}: best_epoch is {}, where {} is wanted", place, state.best_epoch, only);
    return;
  }
  if ((state.best_epoch == 0) != (epoch == 0))
    fail("{}: best_epoch is {}, after {} epochs", place, state.best_epoch, epoch);
  if (state.best_epoch == 0) return;
  const double scored = state.history[static_cast<std::size_t>(state.best_epoch) - 1].soft_nll;
  if (state.best_soft_nll != scored) {
    fail("{}: best_soft_nll is {}, where its history has {} of epoch {}", place, state.best_soft_nll, scored,
         state.best_epoch);
  }
}

}  // namespace

StateMetadata state_metadata(const std::string& run, const TrainingState& state) {
  return {{kFormat, kFormatName},
          {kRun, run},
          {kEpoch, std::to_string(state.position.epoch)},
          {kStep, std::to_string(state.position.step)},
          {kLossSum, shortest(state.position.loss_sum)},
          {kBestEpoch, std::to_string(state.best_epoch)},
          {kBestSoftNll, shortest(state.best_soft_nll)},
          {kHistory, history_csv(state.history)}};
}

std::string run_of_state(const StateMetadata& metadata, const std::string& place) {
  return StateReader(metadata, place).text(kRun);
}

TrainingState read_state(const StateMetadata& metadata, const RunLimits& limits, const std::string& place) {
  const StateReader reader(metadata, place);
  TrainingState state;
  Position& position = state.position;
  position.epoch = static_cast<int>(reader.whole(kEpoch, 0, limits.epochs));
  position.step = reader.whole(kStep, 0, position.epoch == limits.epochs ? 0 : limits.steps - 1);
  position.loss_sum = reader.number(kLossSum);  // what is not finite in mid-epoch is said at its end
  if (position.step == 0 && position.loss_sum != 0)
    fail("{}: loss_sum is {} before the first step", place, position.loss_sum);
  state.best_epoch = static_cast<int>(reader.whole(kBestEpoch, 0, position.epoch));
  state.best_soft_nll = reader.number(kBestSoftNll);
  state.history = parse_history(reader.text(kHistory), place);
  check_history(state, limits, place);
  check_best(state, limits, place);
  return state;
}

}  // namespace dissent
