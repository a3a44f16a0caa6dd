// What a training job did, as JSON.
#pragma once

#include "dissent/io/json.h"
#include "dissent/run/training.h"

namespace dissent {

// `runs`: each run's record, its folder, and whether it was there before; `failures`: a sentence each.
Json train_result_json(const TrainResult& result);

}  // namespace dissent
