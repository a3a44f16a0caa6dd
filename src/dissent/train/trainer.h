// Trains runs side by side, each with a host thread of its own: on a GPU each on its own stream, on the CPU
// each with its share of the cores. What is there already is not done again; what was begun goes on where its
// last state was saved.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "dissent/train/training_run.h"

namespace dissent {

struct TrainFailure {
  std::filesystem::path folder;
  std::string reason;  // one line
};

// `stop` may be called by several threads at once; the others are called by one at a time.
struct TrainHooks {
  TrainingRun::Stop stop = [] { return false; };
  // After every epoch, and on the CPU after every step: the run that moved, and how many are done.
  std::function<void(const RunProgress&, std::size_t done)> progress = [](const RunProgress&, std::size_t) {};
  // Before a run that is not there is begun: whether it is for this process to train.
  std::function<bool(const RunRequest&)> take = [](const RunRequest&) { return true; };
  // After each epoch: whether it still is. A run that another process took over is let go as it is.
  std::function<bool(const RunRequest&)> ours = [](const RunRequest&) { return true; };
  // After a run that was taken: whole, failed with a reason, or left off.
  std::function<void(const RunRequest&, bool whole, const std::string& failure)> leave =
      [](const RunRequest&, bool, const std::string&) {};
};

struct TrainResult {
  std::vector<RunResult> runs;  // done, in the order of the requests
  std::vector<TrainFailure> failures;
  std::vector<RunRequest> passed;  // not taken
  bool stopped = false;            // left off; the same call goes on
};

bool use_cuda(const ExecutionOptions& options);  // an unknown device, or one that is not there, is an error
// Threads and libraries set up for training, once a process; returns the number of threads.
int prepare_torch(const ExecutionOptions& options);

// How many of these runs are trained at a time. On a CPU the threads are divided by it, so that it must not
// depend on what is left of them: a resumed run would end in other bits.
std::size_t side_by_side(const ExecutionOptions& options, std::span<const RunRequest> runs);

TrainResult train_runs(const Dataset& dataset, std::span<const RunRequest> requests,
                       const ExecutionOptions& options, const TrainHooks& hooks);

}  // namespace dissent
