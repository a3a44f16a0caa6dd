// What was measured between a study's runs (CKA, Grad-CAM stability, loss barriers), kept in its folder.
#pragma once

#include "dissent/io/json.h"
#include "dissent/study/results.h"
#include "dissent/study/study.h"

namespace dissent {

// {"question", "cka", "grad_cam", "barriers"}; empty where there is none.
Json read_pairs_file(const ResultsFolder& results, const Study& study);
void write_pairs_file(const ResultsFolder& results, const Study& study, const Json& pairs);

}  // namespace dissent
