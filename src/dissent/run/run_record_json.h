// run.json: a run's record as JSON, and back.
#pragma once

#include "dissent/io/json_read.h"
#include "dissent/run/run_record.h"

namespace dissent {

// Scores that are NaN or infinite are left out.
Json run_record_json(const RunRecord& record);
// Records of every version: what one does not state keeps its default. What it states is of its type and
// range, and agrees with the rest of it: the id with the spec, the normalisation with the shape of the
// inputs.
RunRecord read_run_record(const JsonValue& json);
// The spec of a record as it stands there, for saying in what two runs differ.
JsonValue recorded_spec(const JsonValue& json);
// The record with another checksum of one file; all else stays as it stands there.
Json with_checksum(Json record, const std::string& file, const std::string& sum);

}  // namespace dissent
