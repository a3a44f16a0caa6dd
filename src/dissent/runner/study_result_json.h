// The result of a study's run as JSON: what `dissent study run --json` prints.
#pragma once

#include "dissent/io/json.h"
#include "dissent/runner/run_study.h"

namespace dissent {

Json study_result_json(const StudyResult& result);

}  // namespace dissent
