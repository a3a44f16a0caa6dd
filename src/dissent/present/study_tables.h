// A study's tables and tests as tables of a report.
#pragma once

#include "dissent/present/document.h"
#include "dissent/present/labels.h"
#include "dissent/study/study_summary.h"

namespace dissent {

// Mean ± SD over seeds, with interval and published number; the best of each column among rows that differ in
// nothing but the last row option.
ReportTable study_table(const TableResult& result, const StudyValues& values, const Colours& colours);
// One metric of a test: the difference from the baseline with its interval, p raw and corrected, seeds that
// agree.
std::vector<ReportTable> test_tables(const TestResult& result, const Colours& colours);

}  // namespace dissent
