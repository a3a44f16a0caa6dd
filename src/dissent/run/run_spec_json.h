// A run's spec as JSON: its canonical form, which the run's id is the hash of, and back.
#pragma once

#include <string>

#include "dissent/io/json_read.h"
#include "dissent/run/run_spec.h"

namespace dissent {

// What decides the result, in a fixed order; options that the delivery or the inputs do not read are left
// out.
Json canonical(const RunSpec& spec);
// Of a canonical form, of older versions, too.
RunSpec read_run_spec(const JsonValue& json);

// "seed: 1 there, 2 here": the first difference of two canonical forms; empty where there is none.
std::string first_difference(const Json& there, const Json& here);

// One option's value as a text: texts as they are, all else as JSON writes it.
std::string option_text(const Json& value);

}  // namespace dissent
