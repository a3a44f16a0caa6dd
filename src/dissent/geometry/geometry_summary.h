// What runs of a method have in common, and how methods differ: means over seeds, and differences from a
// baseline's run of the same seed.
#pragma once

#include <string>
#include <vector>

#include "dissent/evaluate/comparison.h"
#include "dissent/io/json.h"
#include "dissent/run/run_set.h"

namespace dissent {

// The numbers of one entry of measure_geometry()'s "runs", by name: "lambda_max", "trace entropy-top:0.05",
// "best_epoch", in the order in which they are shown.
std::vector<std::pair<std::string, double>> measured_values(const Json& entry);

// [{"method", "runs", "values": {name: {"mean", "sd"}}}], in the order of the entries.
Json method_summaries(const Json& entries);

// Paired by seed, as `dissent compare` pairs; of every number that all runs have. `baseline` empty: none.
std::vector<Comparison> method_differences(const Json& entries, const std::vector<FinishedRun>& runs,
                                           const std::string& baseline);

}  // namespace dissent
