#include "dissent/diagnostics/grad_cam_json.h"

#include "dissent/io/json_number.h"
#include "dissent/io/json_read.h"

namespace dissent {

Json grad_cam_json(const GradCamResult& result) {
  Json json = {{"method", result.method}, {"all", number(result.all)}};
  if (!result.slice.empty()) json["slice"] = {{"name", result.slice}, {"mean", number(result.slice_mean)}};
  Json& pairs = json["pairs"] = Json::array();
  for (const GradCamPair& pair : result.pairs) {
    Json one = {{"seeds", {pair.seed_a, pair.seed_b}},
                {"all", number(pair.all.mean)},
                {"items", pair.all.items},
                {"constant", pair.all.constant}};
    if (pair.slice) {
      one["slice"] = number(pair.slice->mean);
      one["slice_items"] = pair.slice->items;
      one["slice_constant"] = pair.slice->constant;
    }
    pairs.push_back(std::move(one));
  }
  return json;
}

GradCamResult read_grad_cam(const Json& json) {
  GradCamResult result;
  json.at("method").get_to(result.method);
  result.all = number_at(json, "all");
  if (const auto found = json.find("slice"); found != json.end()) {
    read_if_there(*found, "name", result.slice);
    result.slice_mean = number_at(*found, "mean");
  }
  for (const Json& one : json.at("pairs")) {
    const Json& seeds = one.at("seeds");
    GradCamPair pair{seeds.at(0).get<std::uint64_t>(), seeds.at(1).get<std::uint64_t>(), {}, {}};
    pair.all.mean = number_at(one, "all");
    read_if_there(one, "items", pair.all.items);
    read_if_there(one, "constant", pair.all.constant);
    if (one.contains("slice")) {
      MapStability& slice = pair.slice.emplace();
      slice.mean = number_at(one, "slice");
      read_if_there(one, "slice_items", slice.items);
      read_if_there(one, "slice_constant", slice.constant);
    }
    result.pairs.push_back(std::move(pair));
  }
  return result;
}

Json map_sheets_json(const MapSheets& sheets) {
  Json rows = Json::array(), files = Json::array();
  for (const MapSheetRow& row : sheets.rows) rows.push_back({{"method", row.method}, {"seeds", row.seeds}});
  for (const MapSheet& sheet : sheets.sheets) files.push_back({{"item", sheet.item}, {"file", sheet.file}});
  return {{"rows", std::move(rows)},
          {"columns", "the image, then a map for each seed"},
          {"sheets", std::move(files)}};
}

MapSheets read_map_sheets(const Json& json) {
  MapSheets sheets;
  for (const Json& row : json.at("rows")) {
    MapSheetRow& one = sheets.rows.emplace_back();
    row.at("method").get_to(one.method);
    row.at("seeds").get_to(one.seeds);
  }
  for (const Json& sheet : json.at("sheets")) {
    MapSheet& one = sheets.sheets.emplace_back();
    sheet.at("item").get_to(one.item);
    sheet.at("file").get_to(one.file);
  }
  return sheets;
}

}  // namespace dissent
