// What inspect() found, as JSON in full precision.
#pragma once

#include "dissent/io/json.h"
#include "dissent/votes/inspection.h"

namespace dissent {

Json inspection_json(const Inspection& inspection);

}  // namespace dissent
