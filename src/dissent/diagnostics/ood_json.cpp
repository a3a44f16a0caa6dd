#include "dissent/diagnostics/ood_json.h"

#include "dissent/io/json_number.h"

namespace dissent {
namespace {

Json mean_sd_json(const MeanSd& value) {
  return {{"mean", number(value.mean)}, {"sd", number(value.sd)}};
}

Json summary_json(const OodSetSummary& summary) {
  Json rows = Json::array();
  for (const OodRow& row : summary.rows) {
    rows.push_back({{"score", row.detector},
                    {"method", row.method},
                    {"runs", row.runs},
                    {"auroc", mean_sd_json(row.auroc)},
                    {"fpr95", mean_sd_json(row.fpr95)},
                    {"aupr", mean_sd_json(row.aupr)}});
  }
  return {{"set", summary.set},
          {"items", summary.items},
          {"in_items", summary.in_items},
          {"rows", std::move(rows)}};
}

}  // namespace

Json ood_set_json(const OodSet& set) {
  Json json = {{"set", set.set}, {"items", set.items}, {"in_items", set.in_items}};
  for (const auto& [detector, found] : set.detectors)
    json["scores"][detector] = {{"auroc", found.auroc}, {"fpr95", found.fpr95}, {"aupr", found.aupr}};
  return json;
}

OodSet read_ood_set(const JsonValue& json) {
  OodSet set;
  json.read("set", set.set);
  json.read("items", set.items);
  json.read("in_items", set.in_items);
  for (const auto& [detector, scores] : json.at("scores").members()) {
    set.detectors.push_back(
        {detector, {scores.number_at("auroc"), scores.number_at("fpr95"), scores.number_at("aupr")}});
  }
  return set;
}

Json ood_json(const OodResult& result, const std::vector<OodSetSummary>& summary) {
  Json runs = Json::array(), sets = Json::array();
  for (const RunOod& run : result.runs) {
    Json mine = Json::array();
    for (const OodSet& set : run.sets) mine.push_back(ood_set_json(set));
    runs.push_back({{"folder", run.folder.string()},
                    {"id", run.id},
                    {"method", run.method},
                    {"seed", run.seed},
                    {"sets", std::move(mine)}});
  }
  for (const OodSetSummary& one : summary) sets.push_back(summary_json(one));
  return {{"runs", std::move(runs)}, {"summary", std::move(sets)}, {"device", result.device}};
}

OodResult read_ood(const JsonValue& json) {
  OodResult result;
  for (const JsonValue& one : json.at("runs").elements()) {
    RunOod& run = result.runs.emplace_back();
    run.folder = one.at("folder").text();
    one.read("id", run.id);
    one.read("method", run.method);
    one.read("seed", run.seed);
    for (const JsonValue& set : one.at("sets").elements()) run.sets.push_back(read_ood_set(set));
  }
  json.read("device", result.device);
  return result;
}

}  // namespace dissent
