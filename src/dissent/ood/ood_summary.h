// Means over the seeds of a method, of what measure_ood() found.
#pragma once

#include "dissent/io/json.h"

namespace dissent {

// [{"set", "items", "in_items", "rows": [{"score", "method", "runs", "auroc": {"mean", "sd"}, ...}]}]
Json ood_summary(const Json& runs);

}  // namespace dissent
