// What a manifest's file says of every item, record by record: from a file of its own, or from the votes
// file.
#pragma once

#include <functional>
#include <string_view>

#include "dissent/manifest/manifest.h"
#include "dissent/manifest/records.h"

namespace dissent {

// Calls `visit` with the trimmed name of the item and the trimmed value of the field, in the file's order. A
// file that is not there, a field that it has not, and an item's column that nobody names are errors.
void for_each_item_value(
    const Manifest& manifest, const ManifestField& wanted,
    const std::function<void(std::string_view item, std::string_view value, const Record&)>& visit);

}  // namespace dissent
