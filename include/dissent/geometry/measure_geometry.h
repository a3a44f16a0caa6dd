// The operation measure_geometry: geometry and representation of finished runs (section 5.3 and appendix A.4
// of "Same Target, Different Basins"). Measurements of single runs are kept in their folders, and are not
// taken again.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "dissent/core/monitor.h"
#include "dissent/diagnostics/geometry_result.h"
#include "dissent/run/run_set.h"
#include "dissent/run/train_options.h"

namespace dissent {

struct GeometryRequest {
  GeometryOptions options;
  std::vector<std::string> between;  // two deliveries for the loss barrier, paired by seed; or none
  bool fresh = false;                // measure again what is kept
  std::filesystem::path maps;        // folder for Grad-CAM sheets; empty: none are drawn
  std::vector<std::string> items;    // whose; none: those that annotators disagree on most
  ExecutionOptions execution;        // device and threads
};

// An option that is not allowed, runs that a part that was named cannot be measured of, or weights that are
// not there are errors. Where the monitor asks to stop, Stopped is thrown; what was measured by then is kept.
GeometryResult measure_geometry(const std::vector<FinishedRun>& runs, const GeometryRequest& request,
                                Monitor& monitor = Monitor::quiet());

}  // namespace dissent
