// An evaluation as JSON: stable keys, full precision; null where a score is not a finite number, with the
// reason.
#pragma once

#include "dissent/evaluate/evaluation_result.h"
#include "dissent/io/json.h"

namespace dissent {

Json evaluation_json(const EvaluationResult& result);

}  // namespace dissent
