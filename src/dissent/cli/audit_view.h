// An import's audit as lines for people and as JSON for machines; shared by every command that reads votes.
#pragma once

#include <string>
#include <vector>

#include "dissent/io/json.h"
#include "dissent/votes/audit.h"

namespace dissent::cli {

std::vector<std::string> audit_lines(const Audit& audit);
Json audit_json(const Audit& audit);

}  // namespace dissent::cli
