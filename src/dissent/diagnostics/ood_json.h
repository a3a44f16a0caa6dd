// Out-of-distribution detection as JSON: in ood.json and in what `dissent ood --json` prints.
#pragma once

#include "dissent/diagnostics/ood_result.h"
#include "dissent/diagnostics/ood_summary.h"
#include "dissent/io/json_read.h"

namespace dissent {

// One run against one outside set.
Json ood_set_json(const OodSet& set);
OodSet read_ood_set(const JsonValue& json);

// {"runs", "summary", "device"}
Json ood_json(const OodResult& result, const std::vector<OodSetSummary>& summary);
OodResult read_ood(const JsonValue& json);

}  // namespace dissent
