// JSON as text, valid whatever its strings hold: bytes that are no UTF-8, as in names of files, are shown as
// "\xff".
#pragma once

#include <string>

#include "dissent/io/json.h"

namespace dissent {

// `indent` -1: on one line.
std::string json_text(const Json& json, int indent = -1);

}  // namespace dissent
