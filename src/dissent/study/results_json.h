// The file that marks a folder of results as JSON.
#pragma once

#include "dissent/io/json.h"

namespace dissent {

Json results_marker_json(int format);
int read_results_format(const Json& json);  // 0 where it says none

}  // namespace dissent
