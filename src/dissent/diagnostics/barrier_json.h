// The loss between two runs as JSON: in pairs.json and in what `dissent geometry --json` prints.
#pragma once

#include "dissent/diagnostics/barrier_result.h"
#include "dissent/io/json_read.h"

namespace dissent {

Json barrier_json(const BarrierResult& result);
BarrierResult read_barrier(const JsonValue& json);

}  // namespace dissent
