// A study's tables and tests as tables of a document: the same in its folder of results, on the terminal and
// in reports.
#pragma once

#include <vector>

#include "dissent/present/document.h"
#include "dissent/present/labels.h"
#include "dissent/study/table_result.h"
#include "dissent/study/test_result.h"

namespace dissent {

// Mean ± SD over seeds, with interval and published number; the best of each column among rows that differ in
// nothing but the last row option. Colours are those of deliveries, for the page.
ReportTable study_table(const TableResult& result, const Colours& colours = Colours({}));
// A table a metric (the difference from the baseline with its interval, p raw and corrected, seeds that
// agree), and what the design cannot show. Of a test without a result, nothing.
std::vector<ReportBlock> test_blocks(const TestResult& result, const Colours& colours = Colours({}));

}  // namespace dissent
