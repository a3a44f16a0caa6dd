// An import's audit as lines for people; shared by every command that reads votes.
#pragma once

#include <string>
#include <vector>

#include "dissent/votes/audit.h"
#include "dissent/votes/audit_json.h"

namespace dissent::cli {

std::vector<std::string> audit_lines(const Audit& audit);

}  // namespace dissent::cli
