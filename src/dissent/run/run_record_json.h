// run.json: a run's record as JSON, and back.
#pragma once

#include "dissent/io/json.h"
#include "dissent/run/run_record.h"

namespace dissent {

// Scores that are NaN or infinite are left out.
Json run_record_json(const RunRecord& record);
// Records of every version: what one does not state keeps its default. One without a spec or without the best
// checkpoint's scores is none, and an exception of the JSON library.
RunRecord read_run_record(const Json& json);
// The spec of a record as it stands there, for saying in what two runs differ.
const Json& recorded_spec(const Json& json);

}  // namespace dissent
