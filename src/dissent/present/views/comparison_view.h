// A comparison as a document: a table a metric, what the tests say and what the design cannot show, and the
// items that changed.
#pragma once

#include <cstddef>

#include "dissent/evaluate/compare.h"
#include "dissent/present/document.h"

namespace dissent {

// `items`: how many items to list at either end of those that changed, where the comparison has them.
Report comparison_view(const ComparisonReport& report, std::size_t items = 0);

// For programs: a row a comparison, a column a number.
ReportTable comparison_rows(const ComparisonReport& report);

}  // namespace dissent
