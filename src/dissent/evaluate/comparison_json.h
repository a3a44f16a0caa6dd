// Comparisons as JSON: every number, every pair.
#pragma once

#include "dissent/evaluate/compare.h"
#include "dissent/io/json.h"

namespace dissent {

Json comparison_json(const Comparison& comparison);
Json comparison_report_json(const ComparisonReport& report);

}  // namespace dissent
