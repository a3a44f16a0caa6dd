// What a study found, in two or three sentences made from its statistics: which method won where, how sure
// that is, and what the design could not show.
#pragma once

#include <string>
#include <vector>

#include "dissent/study/study_summary.h"

namespace dissent {

// tests: those that have a result. `table`: the main one, for where there is no test; may be null.
std::vector<std::string> study_findings(const std::vector<const TestResult*>& tests, const TableResult* table,
                                        const StudyValues& values);

}  // namespace dissent
