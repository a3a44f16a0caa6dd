// Gold labels from a file of records, or from a column of the votes file itself, as class indices by item.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dissent/manifest/manifest.h"

namespace dissent {

// [items of votes] class index, -1 where the file has no label for the item. A label that is no class, or two
// labels for one item, is an error; so is an item without votes, unless the manifest drops those.
std::vector<std::int32_t> read_gold(const Manifest& manifest, const VoteTable& votes);

}  // namespace dissent
