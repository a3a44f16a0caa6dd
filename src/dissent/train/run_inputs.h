// What a run's network sees of a data set: its inputs as they are; of texts the features that the run's
// encoder makes of them, or their tokens where the encoder itself is trained. They are made once: kept in
// memory, and on disk by the hash of texts, encoder and options, in $DISSENT_DATA/features and tokens.
#pragma once

#include <functional>

#include <c10/core/Device.h>

#include "dissent/data/dataset.h"
#include "dissent/model/network.h"
#include "dissent/run/run_spec.h"

namespace dissent {

using EncodingProgress = std::function<void(std::size_t done, std::size_t sequences)>;

// Stays as long as the program. For one thread at a time where texts are still to be encoded.
const Inputs& run_inputs(const Dataset& dataset, const RunSpec& spec, at::Device device = at::kCPU,
                         const EncodingProgress& progress = {});

// Of the network that takes such inputs.
NetworkShape network_shape(const RunSpec& spec, const Inputs& inputs, std::size_t classes);

}  // namespace dissent
