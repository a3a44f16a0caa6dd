// What `dissent geometry` does: measures, sums up, shows.
#include <string>

#include <fmt/format.h>

#include "dissent/cli/diagnostics_view.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/torch/stoppable.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/evaluate/comparison_json.h"
#include "dissent/evaluate/pairs.h"
#include "dissent/geometry/geometry_summary.h"
#include "dissent/geometry/measure_geometry.h"
#include "dissent/train/trainer.h"

namespace dissent::cli {
namespace {

// What the others are compared with: what was asked for, which must pair with something, or soft, where it
// does.
std::string chosen_baseline(const std::vector<FinishedRun>& runs, const std::string& asked) {
  PairOptions options;
  options.baseline = asked.empty() ? "soft" : asked;
  options.drop_unpaired = true;
  try {
    pair_runs(runs, options);
    return options.baseline;
  } catch (const Error&) {
    if (!asked.empty()) throw;
    return "";
  }
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
  if (!request.items.empty() && request.maps.empty())
    fail("--map-items: give --maps, the folder to write them to");
  const std::string baseline = chosen_baseline(runs, arguments.baseline);
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
  const std::vector<Comparison> differences = method_differences(report.at("runs"), runs, baseline);
  if (!baseline.empty()) {
    report["baseline"] = baseline;
    report["differences"] = Json::array();
    for (const Comparison& comparison : differences)
      report["differences"].push_back(comparison_json(comparison));
  }
  const bool json = arguments.json || arguments.format == "json";
  fmt::print("{}", json ? report.dump(2) + "\n" : geometry_text(report, differences, arguments.format));
  if (!json && report.contains("maps")) {
    fmt::print(stderr, "{}: {} sheets\n", arguments.maps.string(), report.at("maps").at("sheets").size());
  }
}

}  // namespace dissent::cli
