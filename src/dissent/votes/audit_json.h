// An import's audit as JSON.
#pragma once

#include "dissent/io/json.h"
#include "dissent/votes/audit.h"

namespace dissent {

Json audit_json(const Audit& audit);
// How the file was read; a part of the audit.
Json plan_json(const ImportPlan& plan);

}  // namespace dissent
