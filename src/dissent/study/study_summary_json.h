// A study's summary as JSON: what summary.json holds, and `dissent study tables --json` prints.
#pragma once

#include "dissent/io/json.h"
#include "dissent/study/study_summary.h"

namespace dissent {

Json table_result_json(const TableResult& result);
Json test_result_json(const TestResult& result);
Json study_summary_json(const StudySummary& summary);

}  // namespace dissent
