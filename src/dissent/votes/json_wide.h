// Records with a key an annotator, a vote or an item: {"id": 1, "ann1": "yes", "ann2": "no"}.
#pragma once

#include "dissent/votes/json_layout.h"

namespace dissent {

// `annotator` is the key that names the record's annotator, where there is one: then keys are items.
JsonLayout find_wide(const JsonTable& table, const JsonProfile& profile, const ImportOptions& options,
                     const JsonRole& annotator);

// Keys of the records that have the same few values, and those of `label` where it is given: an annotator
// each, or a question each, which only the user knows. Fewer than two are none.
std::vector<std::string> keys_that_share_values(const JsonProfile& profile, const std::string& item,
                                                const std::string& label);

}  // namespace dissent
