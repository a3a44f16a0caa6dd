// An import's audit in sentences.
#pragma once

#include <string>
#include <vector>

#include "dissent/votes/audit.h"

namespace dissent {

// The remarks, then a line a kind of oddity: how often it was seen, what was done, and where it was first.
std::vector<std::string> audit_lines(const Audit& audit);

// How the file was read, a line a choice, how sure the reader was, and what else the file could have been.
std::vector<std::string> plan_lines(const ImportPlan& plan);

}  // namespace dissent
