// A submission to a cluster as JSON: what `dissent study run --launcher slurm --json` prints.
#pragma once

#include "dissent/io/json.h"
#include "dissent/study/submit_study.h"

namespace dissent {

Json submission_json(const StudySubmission& submission);

}  // namespace dissent
