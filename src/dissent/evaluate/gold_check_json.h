// How aggregated labels stand against gold labels, added to an aggregation's JSON.
#pragma once

#include "dissent/evaluate/gold_check.h"
#include "dissent/io/json.h"

namespace dissent {

// Adds the object `gold`, and its warnings to those that are there.
void add_gold_json(const GoldCheck& check, Json& aggregation);

}  // namespace dissent
