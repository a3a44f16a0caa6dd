// Trains runs side by side, each with a host thread of its own: on a GPU each on its own stream, on the CPU
// each with its share of the cores. What is there already is not done again; what was begun goes on where its
// last state was saved.
#pragma once

#include <span>

#include "dissent/data/dataset.h"
#include "dissent/run/input_cache.h"
#include "dissent/run/run_arbiter.h"
#include "dissent/run/training.h"
#include "dissent/train/torch_setup.h"

namespace dissent {

// How many of these runs are trained at a time. On a CPU the threads are divided by it, so that it must not
// depend on what is left of them: a resumed run would end in other bits.
std::size_t side_by_side(const ExecutionOptions& options, std::span<const RunRequest> runs);

// The runs' data set, resolved requests and encoded texts. Works with the calling thread's number of
// libtorch's threads (TorchScope). A run that fails does not stop the others.
TrainResult train_runs(const Dataset& dataset, std::span<const RunRequest> requests,
                       const ExecutionOptions& options, InputCache& cache,
                       TrainMonitor& monitor = TrainMonitor::quiet(),
                       RunArbiter& arbiter = RunArbiter::alone());

}  // namespace dissent
