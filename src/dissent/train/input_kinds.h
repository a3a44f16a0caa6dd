// The functions of input_kinds.def, and what the kinds share.
#pragma once

#include "dissent/model/text_encoder.h"
#include "dissent/train/network_inputs.h"

namespace dissent {

#define DISSENT_INPUT_KIND(function) NetworkInputsPointer function(const InputRequest& request);
#include "dissent/train/input_kinds.def"
#undef DISSENT_INPUT_KIND

// Features that are there, and tokens that are there.
NetworkInputsPointer made_of(std::shared_ptr<const FeatureInputs> features);
NetworkInputsPointer made_of(std::shared_ptr<const TokenInputs> tokens);

}  // namespace dissent
