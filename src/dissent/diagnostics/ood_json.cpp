#include "dissent/diagnostics/ood_json.h"

#include "dissent/io/json_number.h"
#include "dissent/io/json_read.h"

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

OodSet read_ood_set(const Json& json) {
  OodSet set;
  read_if_there(json, "set", set.set);
  read_if_there(json, "items", set.items);
  read_if_there(json, "in_items", set.in_items);
  for (const auto& [detector, scores] : json.at("scores").items()) {
    set.detectors.push_back(
        {detector, {number_at(scores, "auroc"), number_at(scores, "fpr95"), number_at(scores, "aupr")}});
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

OodResult read_ood(const Json& json) {
  OodResult result;
  for (const Json& one : json.at("runs")) {
    RunOod& run = result.runs.emplace_back();
    run.folder = one.at("folder").get<std::string>();
    read_if_there(one, "id", run.id);
    read_if_there(one, "method", run.method);
    read_if_there(one, "seed", run.seed);
    for (const Json& set : one.at("sets")) run.sets.push_back(read_ood_set(set));
  }
  read_if_there(json, "device", result.device);
  return result;
}

}  // namespace dissent
