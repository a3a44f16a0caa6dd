// The file that marks a folder of results as JSON.
#pragma once

#include "dissent/io/json_read.h"

namespace dissent {

Json results_marker_json(int format);
int read_results_format(const JsonValue& json);

}  // namespace dissent
