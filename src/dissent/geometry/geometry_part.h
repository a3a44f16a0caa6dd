// What the parts of geometry are given and what each of them is: a function of one run, of the seeds of a
// method, or of two runs, that adds what it found to the result. One file a part.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "dissent/core/monitor.h"
#include "dissent/diagnostics/geometry_result.h"
#include "dissent/diagnostics/measurements.h"
#include "dissent/geometry/labelled_items.h"
#include "dissent/geometry/measure_geometry.h"
#include "dissent/run/run_methods.h"
#include "dissent/train/loaded_run.h"

namespace dissent {

// What is the same for all parts of one measurement.
struct GeometryContext {
  const GeometryOptions& options;
  const Compute& compute;
  Monitor& monitor;
  DataCache datasets = {};
  std::size_t runs = 0;    // that are measured
  bool estimated = false;  // the user was told how long it will take

  std::unique_ptr<LoadedRun> load(const FinishedRun& run) {
    return std::make_unique<LoadedRun>(run, datasets, compute.device.is_cuda());
  }
  // Tells how far the work is; throws Stopped where it is asked to stop.
  void progress(const std::string& what, std::uint64_t done, std::uint64_t total) const {
    monitor.progress(what, done, total);
    stop_if_asked(monitor);
  }
};

// A run whose network and data are loaded when a part first needs them.
class MeasuredRun {
 public:
  MeasuredRun(const FinishedRun& run, GeometryContext& context, bool fresh)
      : run_(run), context_(context), kept_(run, fresh) {}

  const FinishedRun& run() const { return run_; }
  GeometryMeasurements& kept() { return kept_; }
  LoadedRun& loaded() {
    if (!loaded_) loaded_ = context_.load(run_);
    return *loaded_;
  }

 private:
  const FinishedRun& run_;
  GeometryContext& context_;
  GeometryMeasurements kept_;
  std::unique_ptr<LoadedRun> loaded_;
};

// measure_IDENTIFIER() of the catalogue's parts (catalog/geometry_parts.h), by their scope: of one run; of a
// method's runs, over all pairs of seeds; of two runs.
using RunPart = void(MeasuredRun& run, GeometryContext& context, RunGeometry& found);
using MethodPart = void(const Method& method, GeometryContext& context, GeometryResult& found);
using PairPart = void(const FinishedRun& from, const FinishedRun& to, GeometryContext& context,
                      GeometryResult& found);

// What measures an entry of geometry_parts(): the one of its scope, the others are null.
struct GeometryPart {
  RunPart* of_run = nullptr;
  MethodPart* of_method = nullptr;
  PairPart* of_pair = nullptr;
};
GeometryPart geometry_part(const GeometryPartEntry& entry);

// Two runs between which there is a straight line: of one model, on the same data.
void check_same_kind(const FinishedRun& a, const FinishedRun& b);

// Writes a sheet for each item: a row a method, a column a seed; returns what was drawn.
MapSheets draw_map_sheets(const std::vector<Method>& methods, const GeometryRequest& request,
                          GeometryContext& context);

inline constexpr std::uint64_t kVectorSeed = 0;  // of starts, probes and drawn labels

}  // namespace dissent
