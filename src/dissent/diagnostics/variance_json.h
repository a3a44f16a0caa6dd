// The variance of the last layer's gradient as JSON: in geometry.json and in what `dissent geometry --json`
// prints.
#pragma once

#include "dissent/diagnostics/variance_result.h"
#include "dissent/io/json_read.h"

namespace dissent {

Json variance_json(const VarianceResult& result);
VarianceResult read_variance(const JsonValue& json);  // older versions wrote no bins

}  // namespace dissent
