// The likeness of seeds' features as JSON: in pairs.json and in what `dissent geometry --json` prints.
#pragma once

#include "dissent/diagnostics/cka_result.h"
#include "dissent/io/json_read.h"

namespace dissent {

Json cka_json(const CkaResult& result);
CkaResult read_cka(const JsonValue& json);

}  // namespace dissent
