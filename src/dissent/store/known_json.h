// The known data sets as JSON: what `dissent data list` prints for machines.
#pragma once

#include "dissent/io/json.h"
#include "dissent/store/store.h"

namespace dissent {

// A list, an object a data set: its files with their digests and sources, and whether `store` has it.
Json known_datasets_json(const Store& store);

}  // namespace dissent
