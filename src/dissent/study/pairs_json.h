// pairs.json: what was measured between a study's runs as JSON, {"question", "cka", "grad_cam", "barriers"}.
#pragma once

#include "dissent/io/json_read.h"
#include "dissent/study/pairs_file.h"

namespace dissent {

Json pairs_json(const StudyPairs& pairs);  // what was not measured is left out
StudyPairs read_pairs(const JsonValue& json);

Json question_json(const PairsQuestion& question);

}  // namespace dissent
