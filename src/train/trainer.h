// Trains runs: one after the other on the CPU with all its threads, or several side by side on one GPU, each
// on its own stream. What is there already is not done again; what was begun goes on where its last state was
// saved.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "train/training_run.h"

namespace dissent {

struct TrainHooks {
  TrainingRun::Stop stop = [] { return false; };
  // After every epoch, and on the CPU after every step: the run that moved, and how many are done.
  std::function<void(const RunProgress&, std::size_t done)> progress = [](const RunProgress&, std::size_t) {};
};

struct TrainResult {
  std::vector<RunResult> runs;        // done, in the order in which they were
  std::vector<std::string> failures;  // one line each
  bool stopped = false;               // left off; the same call goes on
};

bool use_cuda(const ExecutionOptions& options);  // an unknown device, or one that is not there, is an error
// Threads and libraries set up for training, once a process; returns the number of threads.
int prepare_torch(const ExecutionOptions& options);

TrainResult train_runs(const Dataset& dataset, std::span<const RunRequest> requests,
                       const ExecutionOptions& options, const TrainHooks& hooks);

}  // namespace dissent
