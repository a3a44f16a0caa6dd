// What `dissent geometry` does: measures, sums up, shows.
#include <fmt/format.h>

#include "dissent/cli/terminal.h"
#include "dissent/cli/torch/stoppable.h"
#include "dissent/cli/torch/work_monitor.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/choices.h"
#include "dissent/diagnostics/geometry_json.h"
#include "dissent/geometry/measure_geometry.h"
#include "dissent/io/json_text.h"
#include "dissent/present/formats.h"
#include "dissent/present/views/geometry_view.h"

namespace dissent::cli {

void run_geometry(const GeometryArguments& arguments) {
  const std::vector<FinishedRun> runs = find_runs(arguments.runs);
  const GeometryRequest request{arguments.geometry, arguments.between,   arguments.fresh,
                                arguments.maps,     arguments.map_items, arguments.execution};
  const std::string baseline = geometry_baseline(runs, arguments.baseline);
  GeometryResult result;
  stoppable([&] {
    WorkMonitor<> monitor("geometry");
    result = measure_geometry(runs, request, monitor);
  });
  const GeometrySummary summary = summarise_geometry(result, runs, baseline);
  if (arguments.json || arguments.format == ResultForm::json) {
    fmt::print("{}\n", json_text(geometry_json(result, summary), 2));
    return;
  }
  fmt::print("{}", written(geometry_view(result, summary), text_form(arguments.format), terminal_style()));
  if (result.maps) fmt::print(stderr, "{}: {} sheets\n", arguments.maps.string(), result.maps->sheets.size());
}

}  // namespace dissent::cli
