// Every option that decides a run, by its name: what a study file may set and vary. The same structs, names
// and defaults as those of `dissent train`.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/run/run_spec.h"

namespace dissent {

// "data", "delivery", "seed", and the fields of the option structs.
std::vector<std::string_view> run_option_names();

// An unknown name or a text that is not a value is an error that says so, without a place.
void set_run_option(RunSpec& spec, std::string_view name, std::string_view text);
// A value's text as run_options() writes it: "5e-4" is "0.0005" as a weight-decay.
std::string option_value(std::string_view name, std::string_view text);

// Options of a run by name, as text: those that decide its result, and "data".
std::map<std::string, std::string> study_options(const RunSpec& spec);

}  // namespace dissent
