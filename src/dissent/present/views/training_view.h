// Trained runs as a document: a table with the scores of each run's best epoch.
#pragma once

#include "dissent/present/document.h"
#include "dissent/run/training.h"

namespace dissent {

Report training_view(const TrainResult& result);

}  // namespace dissent
