// The operation measure_ood: how well finished runs tell their own evaluation items from other inputs
// (appendix A.5 of "Same Target, Different Basins"). What was measured is kept in the runs' folders, and is
// not measured again.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dissent/core/monitor.h"
#include "dissent/diagnostics/ood_options.h"
#include "dissent/diagnostics/ood_result.h"
#include "dissent/run/run_set.h"
#include "dissent/run/train_options.h"
#include "dissent/store/outside.h"

namespace dissent {

struct OodRequest {
  OodOptions options;
  bool fresh = false;          // measure again what is kept
  ExecutionOptions execution;  // device and threads
};

// The scores of one set of inputs, by detector; higher is more in-distribution.
struct ScoredSet {
  std::string set;                                                  // "evaluation", or the outside set's name
  std::vector<std::string> items;                                   // their names
  std::vector<std::pair<std::string, std::vector<double>>> scores;  // detector -> [items]
};

// A monitor that may also be given every score.
class OodMonitor : public Monitor {
 public:
  // True: every set of scores is given to scored(), and nothing that was kept is used.
  virtual bool wants_scores() { return false; }
  virtual void scored(const FinishedRun& run, const ScoredSet& set) {
    static_cast<void>(run), static_cast<void>(set);
  }

  static OodMonitor& quiet() {
    static OodMonitor monitor;
    return monitor;
  }
};

// An unknown detector, an option that is not allowed, or an outside set whose inputs a run cannot read are
// errors. Where the monitor asks to stop, Stopped is thrown; what was measured by then is kept.
OodResult measure_ood(const std::vector<FinishedRun>& runs, const std::vector<OutsideSet>& outside,
                      const OodRequest& request, OodMonitor& monitor = OodMonitor::quiet());

}  // namespace dissent
