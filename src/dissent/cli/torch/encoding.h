// Texts as a run's network sees them, with a progress line while they are encoded.
#pragma once

#include "dissent/train/run_inputs.h"

namespace dissent::cli {

const Inputs& inputs_with_progress(const Dataset& dataset, const RunSpec& spec, bool cuda);

}  // namespace dissent::cli
