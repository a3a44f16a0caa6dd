// How well a finished run tells its own evaluation items from other images (appendix A.5 of "Same Target,
// Different Basins"), as JSON. What was measured is kept in the run's folder.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dissent/geometry/labelled_items.h"
#include "dissent/io/json.h"
#include "dissent/run/diagnostics.h"
#include "dissent/store/outside.h"
#include "dissent/train/loaded_run.h"

namespace dissent {

// The scores of one set of inputs, by detector.
struct ScoredSet {
  std::string set;                                                  // "evaluation", or the outside set's name
  std::vector<std::string> items;                                   // their names
  std::vector<std::pair<std::string, std::vector<double>>> scores;  // detector -> [items]
};

struct OodRequest {
  OodOptions options;
  bool fresh = false;
  std::function<void(const std::string& what)> progress = [](const std::string&) {};  // may throw to stop
  // Given every set of scores, where it is there; then nothing that was kept is used.
  std::function<void(const FinishedRun&, const ScoredSet&)> scored;
  std::function<void(const std::string&)> note = [](const std::string&) {};
};

// [{"folder", "id", "method", "seed", "items", "sets": [{"set", "items", "scores": {name: {"auroc", "fpr95",
// "aupr"}}}]}], by method and seed.
Json measure_ood(const std::vector<FinishedRun>& runs, const std::vector<OutsideSet>& outside,
                 const OodRequest& request, const Compute& compute);

}  // namespace dissent
