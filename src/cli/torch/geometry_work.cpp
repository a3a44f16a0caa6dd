// What `dissent geometry` does: measures, sums up, shows.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include <fmt/format.h>

#include "cli/compare.h"
#include "cli/diagnostics_view.h"
#include "cli/progress.h"
#include "cli/torch/stoppable.h"
#include "cli/torch_commands.h"
#include "core/choices.h"
#include "core/error.h"
#include "geometry/measure.h"
#include "geometry/summary.h"
#include "train/trainer.h"

namespace dissent::cli {
namespace {

// soft, where it is one of several deliveries.
std::string usual_baseline(const std::vector<FinishedRun>& runs) {
  std::set<std::string> deliveries;
  for (const FinishedRun& run : runs) deliveries.insert(run.spec.delivery);
  return deliveries.size() > 1 && deliveries.count("soft") > 0 ? "soft" : "";
}

}  // namespace

void run_geometry(const GeometryArguments& arguments) {
  check_choice("format", arguments.format, {"text", "markdown", "csv", "latex", "json"});
  const std::vector<FinishedRun> runs = find_runs(arguments.runs);
  prepare_torch(arguments.execution);
  const Compute compute{use_cuda(arguments.execution) ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU),
                        arguments.geometry.tf32};
  const GeometryRequest request{arguments.geometry, arguments.between, arguments.fresh, arguments.maps,
                                arguments.map_items};
  if (!request.items.empty() && request.maps.empty()) fail("--map-items: give --maps, the folder to write them to");
  Json report;
  stoppable([&] {
    Progress progress("geometry", 0);
    MeasureHooks hooks;
    hooks.progress = [&](std::uint64_t done, std::uint64_t total, const std::string& what) {
      stop_if_interrupted();
      progress.set_total(total);
      progress.update(done, what);
    };
    hooks.note = [&](const std::string& text) {
      progress.finish();
      fmt::print(stderr, "dissent: {}\n", text);
    };
    report = measure_geometry(runs, request, compute, hooks);
  });
  report["device"] = compute.device.is_cuda() ? cuda_device() : "cpu";
  report["methods"] = method_summaries(report.at("runs"));
  const std::string baseline = arguments.baseline.empty() ? usual_baseline(runs) : arguments.baseline;
  const std::vector<Comparison> differences = method_differences(report.at("runs"), runs, baseline);
  if (!baseline.empty()) {
    report["baseline"] = baseline;
    report["differences"] = Json::array();
    for (const Comparison& comparison : differences) report["differences"].push_back(comparison_json(comparison));
  }
  const bool json = arguments.json || arguments.format == "json";
  fmt::print("{}", json ? report.dump(2) + "\n" : geometry_text(report, differences, arguments.format));
  if (!json && report.contains("maps")) {
    fmt::print(stderr, "{}: {} sheets\n", arguments.maps.string(), report.at("maps").at("sheets").size());
  }
}

}  // namespace dissent::cli
