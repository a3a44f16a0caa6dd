// How the records of a JSON file were read, in words for the audit.
#pragma once

#include "dissent/votes/audit.h"
#include "dissent/votes/json_layout.h"

namespace dissent {

// Fills the plan and adds remarks. `by_annotator`: lists by annotator, in the order of the items.
void describe_layout(const JsonLayout& layout, const JsonTable& table, const ImportOptions& options,
                     bool by_annotator, Audit& audit);

}  // namespace dissent
