// What was found of a Hessian as JSON: in geometry.json and in what `dissent geometry --json` prints.
#pragma once

#include "dissent/diagnostics/hessian_result.h"
#include "dissent/io/json.h"

namespace dissent {

Json hessian_json(const HessianResult& result);
HessianResult read_hessian(const Json& json);

}  // namespace dissent
