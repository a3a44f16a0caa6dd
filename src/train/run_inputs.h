// What a run's network sees of a data set: its inputs as they are, or of texts the features that the run's
// encoder makes of them. Features are made once: kept in memory, and on disk by the hash of texts, encoder
// and options, in $DISSENT_DATA/features.
#pragma once

#include <functional>

#include <c10/core/Device.h>

#include "data/dataset.h"
#include "run/run_spec.h"

namespace dissent {

using EncodingProgress = std::function<void(std::size_t done, std::size_t sequences)>;

// Stays as long as the program. For one thread at a time where texts are still to be encoded.
const Inputs& run_inputs(const Dataset& dataset, const RunSpec& spec, at::Device device = at::kCPU,
                         const EncodingProgress& progress = {});

}  // namespace dissent
