#include "dissent/present/explorer_json.h"

namespace dissent {

Json explorer_items_json(const ExplorerItems& items) {
  Json json = {
      {"classes", items.classes}, {"items", items.items}, {"shown", items.shown}, {"p", items.shares}};
  if (items.votes) json["votes"] = *items.votes;
  if (items.gold) json["gold"] = *items.gold;
  json["series"] = Json::array();
  for (const ExplorerItems::Series& series : items.series) {
    json["series"].push_back({{"method", series.method},
                              {"setting", series.setting},
                              {"colour", series.colour},
                              {"q", series.shares}});
  }
  json["bar"] = items.bar;
  if (items.sheet) {
    json["sheet"] = {{"tile", {{"width", items.sheet->tile_width}, {"height", items.sheet->tile_height}}},
                     {"columns", items.sheet->columns},
                     {"png", items.sheet->png}};
  }
  if (items.texts) {
    json["texts"] = Json::array();
    for (const ExplorerItems::Text& text : *items.texts) {
      json["texts"].push_back({{"name", text.name}, {"values", text.values}});
    }
  }
  if (!items.note.empty()) json["note"] = items.note;
  return json;
}

}  // namespace dissent
