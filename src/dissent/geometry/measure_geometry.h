// Geometry and representation of finished runs (section 5.3 and appendix A.4 of "Same Target, Different
// Basins"), as JSON: what `dissent geometry --json` prints. Measurements of single runs are kept in their
// folders.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "dissent/geometry/labelled_items.h"
#include "dissent/io/json.h"
#include "dissent/run/diagnostics.h"
#include "dissent/run/run_methods.h"
#include "dissent/train/loaded_run.h"

namespace dissent {

struct MeasureHooks {
  // Called often; may throw to stop. What was measured by then is kept.
  std::function<void(std::uint64_t done, std::uint64_t total, const std::string& what)> progress =
      [](std::uint64_t, std::uint64_t, const std::string&) {};
  std::function<void(const std::string&)> note = [](const std::string&) {};  // one line for the user
};

struct GeometryRequest {
  GeometryOptions options;
  std::vector<std::string> between;  // two deliveries for the loss barrier, paired by seed; or none
  bool fresh = false;                // measure again what is kept
  std::filesystem::path maps;        // folder for Grad-CAM sheets; empty: none are drawn
  std::vector<std::string> items;    // whose; none: those that annotators disagree on most
};

// {"runs": [...], "cka": [...], "grad_cam": [...], "barriers": [...]}: the parts that were asked for.
Json measure_geometry(const std::vector<FinishedRun>& runs, const GeometryRequest& request,
                      const Compute& compute, const MeasureHooks& hooks);

// The parts, on their own.
Json measure_hessian(LoadedRun& loaded, const std::string& slice, const GeometryOptions& options,
                     const Compute& compute, const MeasureHooks& hooks);
Json measure_variance(LoadedRun& loaded, const GeometryOptions& options);
Json measure_dynamics(const FinishedRun& run);

// Of a method's runs, over all pairs of seeds.
Json measure_cka(const Method& method, RunDatasets& datasets, const GeometryOptions& options,
                 const Compute& compute, const MeasureHooks& hooks);
Json measure_grad_cam(const Method& method, RunDatasets& datasets, const GeometryOptions& options,
                      const Compute& compute, const MeasureHooks& hooks);
// Two runs between which there is a straight line: of one model, on the same data.
void check_same_kind(const FinishedRun& a, const FinishedRun& b);
Json measure_barrier(const FinishedRun& from, const FinishedRun& to, RunDatasets& datasets,
                     const GeometryOptions& options, const Compute& compute, const MeasureHooks& hooks);

// Writes a sheet for each item: a row a method, a column a seed; returns what was drawn.
Json draw_map_sheets(const std::vector<Method>& methods, const GeometryRequest& request,
                     RunDatasets& datasets, const Compute& compute);

}  // namespace dissent
