// Records with a key an annotator, a vote or an item: {"id": 1, "ann1": "yes", "ann2": "no"}.
#pragma once

#include "dissent/votes/json_layout.h"

namespace dissent {

// `annotator` is the key that names the record's annotator, where there is one: then keys are items.
JsonLayout find_wide(const JsonTable& table, const JsonProfile& profile, const ImportOptions& options,
                     const JsonRole& annotator);

}  // namespace dissent
