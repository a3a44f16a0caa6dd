// What a study found, in two or three sentences made from its statistics: which method won where, how sure
// that is, and what the design could not show.
#pragma once

#include <string>
#include <vector>

#include "dissent/study/table_result.h"
#include "dissent/study/test_result.h"

namespace dissent {

// tests: those that have a result. `table`: the main one, for where there is no test; may be null.
std::vector<std::string> study_findings(const std::vector<const TestResult*>& tests,
                                        const TableResult* table);

}  // namespace dissent
