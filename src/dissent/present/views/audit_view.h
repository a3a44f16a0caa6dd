// An import's audit in sentences.
#pragma once

#include <string>
#include <vector>

#include "dissent/votes/audit.h"

namespace dissent {

// The remarks, then a line a kind of oddity: how often it was seen, what was done, and where it was first.
std::vector<std::string> audit_lines(const Audit& audit);

}  // namespace dissent
