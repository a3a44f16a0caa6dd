// A study's state as JSON: what `dissent study show --json` prints.
#pragma once

#include "dissent/io/json.h"
#include "dissent/study/study_status.h"

namespace dissent {

Json study_status_json(const StudyStatus& status);

}  // namespace dissent
