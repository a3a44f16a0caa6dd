// An import's audit as JSON.
#pragma once

#include "dissent/io/json.h"
#include "dissent/votes/audit.h"

namespace dissent {

Json audit_json(const Audit& audit);

}  // namespace dissent
