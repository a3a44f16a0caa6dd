// What the runs of a method have in common, and how methods differ: means over seeds, and differences from a
// baseline's run of the same seed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dissent/diagnostics/geometry_result.h"
#include "dissent/evaluate/comparison.h"
#include "dissent/run/run_set.h"
#include "dissent/stats/mean_sd.h"

namespace dissent {

struct MethodGeometry {
  std::string method;
  std::size_t runs = 0;
  std::vector<std::pair<std::string, MeanSd>> values;  // by name, over the runs that have it
};

struct GeometrySummary {
  std::vector<MethodGeometry> methods;  // in the order of the runs
  std::string baseline;                 // empty: none
  // Of every number, paired by seed as `compare` pairs; empty without a baseline.
  std::vector<Comparison> differences;
};

// The numbers of a run, by name: "lambda_max", "trace entropy-top:0.05", "best_epoch", in the order in which
// they are shown.
std::vector<std::pair<std::string, double>> measured_values(const RunGeometry& run);

// The delivery that others are compared with: what was asked for, which must pair with something, or soft,
// where it does; empty where neither is so.
std::string geometry_baseline(const std::vector<FinishedRun>& runs, const std::string& asked);

// `baseline` empty: no differences.
GeometrySummary summarise_geometry(const GeometryResult& result, const std::vector<FinishedRun>& runs,
                                   const std::string& baseline);

}  // namespace dissent
