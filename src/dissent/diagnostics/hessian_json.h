// What was found of a Hessian as JSON: in geometry.json and in what `dissent geometry --json` prints.
#pragma once

#include "dissent/diagnostics/hessian_result.h"
#include "dissent/io/json_read.h"

namespace dissent {

Json hessian_json(const HessianResult& result);
HessianResult read_hessian(const JsonValue& json);

}  // namespace dissent
