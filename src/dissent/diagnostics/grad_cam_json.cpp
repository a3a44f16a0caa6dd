#include "dissent/diagnostics/grad_cam_json.h"

#include "dissent/io/json_number.h"

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

GradCamResult read_grad_cam(const JsonValue& json) {
  GradCamResult result;
  result.method = json.at("method").text();
  result.all = json.number_at("all");
  if (const auto found = json.find("slice")) {
    found->read("name", result.slice);
    result.slice_mean = found->number_at("mean");
  }
  for (const JsonValue& one : json.at("pairs").elements()) {
    const auto seeds = one.at("seeds").elements(2);
    GradCamPair pair{seeds[0].whole<std::uint64_t>(), seeds[1].whole<std::uint64_t>(), {}, {}};
    pair.all.mean = one.number_at("all");
    one.read("items", pair.all.items);
    one.read("constant", pair.all.constant);
    if (one.find("slice")) {
      MapStability& slice = pair.slice.emplace();
      slice.mean = one.number_at("slice");
      one.read("slice_items", slice.items);
      one.read("slice_constant", slice.constant);
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

MapSheets read_map_sheets(const JsonValue& json) {
  MapSheets sheets;
  for (const JsonValue& row : json.at("rows").elements()) {
    sheets.rows.push_back({row.at("method").text(), row.at("seeds").as<std::vector<std::uint64_t>>()});
  }
  for (const JsonValue& sheet : json.at("sheets").elements()) {
    sheets.sheets.push_back({sheet.at("item").text(), sheet.at("file").text()});
  }
  return sheets;
}

}  // namespace dissent
