// The operation `train`: networks trained on the votes of a data set, one run for every delivery and seed.
//
// Two calls may work in one process at once, with folders of their own. What libtorch shares among all
// threads of a process, and cannot be otherwise: float32 without TF32, cuDNN's search for the fastest
// algorithm, and the recording of steps, which is done by one run at a time.
#pragma once

#include "dissent/data/dataset.h"
#include "dissent/run/training.h"

namespace dissent {

// Loads the data that the job names and trains its runs. Runs that are there already are read, not trained;
// runs that were begun go on from their last saved state. A run that fails is in TrainResult::failures, and
// does not stop the others. Throws where options make no sense or the data cannot be loaded, and Stopped
// where the monitor asks to stop before the first run has begun; later a stop is TrainResult::stopped.
TrainResult train(const TrainJob& job, TrainMonitor& monitor = TrainMonitor::quiet());
// On data that is there; TrainJob::data is then the name that the records give it (empty: the data set's
// own).
TrainResult train(const Dataset& dataset, const TrainJob& job, TrainMonitor& monitor = TrainMonitor::quiet());

}  // namespace dissent
