// What packing did, as JSON.
#pragma once

#include "dissent/io/json.h"
#include "dissent/run/run_pack.h"

namespace dissent {

Json pack_result_json(const PackResult& result);

}  // namespace dissent
