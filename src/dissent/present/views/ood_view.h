// Out-of-distribution detection as a document: a table an outside set, a row a detector and method.
#pragma once

#include <vector>

#include "dissent/diagnostics/ood_summary.h"
#include "dissent/present/document.h"

namespace dissent {

Report ood_view(const std::vector<OodSetSummary>& sets);

}  // namespace dissent
