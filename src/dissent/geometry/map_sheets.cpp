// Grad-CAM maps of chosen items, drawn: a sheet an item.
#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/geometry/geometry_part.h"
#include "dissent/geometry/grad_cam.h"
#include "dissent/run/run_slice.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kSheets = 8;

// Those that were named, or those that annotators disagree on most of a run's evaluation items.
std::vector<std::uint32_t> sheet_items(const GeometryRequest& request, const FinishedRun& run,
                                       const Dataset& dataset) {
  std::vector<std::uint32_t> items;
  for (const std::string& name : request.items) {
    std::uint32_t item = 0;
    while (item < dataset.items() && dataset.votes.item_name(item) != name) ++item;
    if (item == dataset.items())
      fail("{}: {} has no item {}", option("map-items"), dataset.name, in_quotes(name));
    items.push_back(item);
  }
  if (!items.empty()) return items;
  check_evaluated(run);
  const std::vector<std::uint32_t> evaluation =
      split_dataset(dataset, run.spec.seed, run.spec.split).evaluation;
  const double share = std::min(1.0, static_cast<double>(kSheets) / static_cast<double>(evaluation.size()));
  for (const std::uint32_t at : run_slice(dataset, evaluation, fmt::format("entropy-top:{}", share))) {
    items.push_back(evaluation[at]);
  }
  return items;
}

}  // namespace

MapSheets draw_map_sheets(const std::vector<Method>& methods, const GeometryRequest& request,
                          GeometryContext& context) {
  const FinishedRun& first = *methods.front().runs.front();
  const Dataset& dataset = context.datasets.of(first);
  const auto* images = std::get_if<ImageInputs>(&dataset.inputs);
  if (images == nullptr) fail("{}: {} has no images", option("maps"), dataset.name);
  const std::vector<std::uint32_t> items = sheet_items(request, first, dataset);
  std::error_code error;
  fs::create_directories(request.maps, error);
  if (error) fail("{} {}: cannot be made: {}", option("maps"), request.maps.string(), error.message());
  std::vector<std::vector<CamMaps>> maps;
  MapSheets drawn;
  for (const Method& method : methods) {
    maps.emplace_back();
    MapSheetRow& row = drawn.rows.emplace_back();
    row.method = method.key.name();
    for (const FinishedRun* run : method.runs) {
      if (run->spec.data_hash != first.spec.data_hash)
        fail("{}: the runs are of different data", option("maps"));
      const std::unique_ptr<LoadedRun> loaded = context.load(*run);
      maps.back().push_back(grad_cam(loaded->model.network(), loaded->reader, items, context.compute));
      row.seeds.push_back(run->spec.seed);
    }
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::vector<MapRow> rows;
    for (const std::vector<CamMaps>& method : maps) {
      rows.emplace_back();
      for (const CamMaps& map : method) rows.back().maps.push_back(map.map(i));
    }
    const CamMaps& shape = maps.front().front();
    std::string name(dataset.votes.item_name(items[i]));
    std::replace(name.begin(), name.end(), '/', '_');
    const fs::path file = request.maps / fmt::format("item-{}.png", name);
    write_png(file, map_sheet(*images, items[i], rows, shape.height, shape.width));
    drawn.sheets.push_back({std::string(dataset.votes.item_name(items[i])), file.string()});
  }
  return drawn;
}

}  // namespace dissent
