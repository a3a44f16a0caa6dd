#include "dissent/evaluate/comparison_json.h"

#include "dissent/io/json_number.h"

namespace dissent {
namespace {

Json mean_sd_json(const MeanSd& value) {
  return {{"mean", number(value.mean)}, {"sd", number(value.sd)}};
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

}  // namespace

Json comparison_json(const Comparison& c) {
  const bool directed = c.better != Better::neither;
  return {{"metric", c.metric},
          {"better", c.better == Better::lower    ? Json("lower")
                     : c.better == Better::higher ? Json("higher")
                                                  : Json(nullptr)},
          {"setting", setting_text(c.setting)},
          {"group", c.group},
          {"pairs", c.seeds.size()},
          {"seeds", c.seeds},
          {"values", numbers(c.values)},
          {"baseline_values", numbers(c.baseline_values)},
          {"score", mean_sd_json(c.score)},
          {"baseline", mean_sd_json(c.baseline)},
          {"difference", mean_sd_json(c.difference)},
          {"interval", Json::array({number(c.interval.low), number(c.interval.high)})},
          {"seeds_better", directed ? Json(c.seeds_better) : Json(nullptr)},
          {"seeds_worse", directed ? Json(c.seeds_worse) : Json(nullptr)},
          {"seeds_equal", c.seeds_equal},
          {"w_plus", c.test.w_plus},
          {"w_minus", c.test.w_minus},
          {"exact", c.test.exact},
          {"p_better", number(c.p_better)},
          {"p_two_sided", number(c.p_two_sided)},
          {"holm_better", number(c.holm_better)},
          {"holm_two_sided", number(c.holm_two_sided)},
          {"smallest_p_better", directed ? Json(smallest_p(c.seeds.size(), false)) : Json(nullptr)},
          {"smallest_p_two_sided", smallest_p(c.seeds.size(), true)},
          {"rank_biserial", c.test.rank_biserial},
          {"cohen_dz", number(c.cohen_dz)}};
}

namespace {

Json changes_json(const ItemChanges& changes) {
  Json json = {{"setting", setting_text(changes.setting)},
               {"group", changes.group},
               {"improved", changes.improved},
               {"worsened", changes.worsened},
               {"unchanged", changes.unchanged},
               {"items", Json::array()}};
  for (std::size_t i = 0; i < changes.items.size(); ++i) {
    json["items"].push_back({{"item", changes.names[i]},
                             {"improvement", number(changes.items[i].improvement)},
                             {"pairs", changes.items[i].pairs},
                             {"entropy", changes.items[i].entropy}});
  }
  return json;
}

Json sparse_json(const SparseTarget& sparse) {
  Json json = {{"setting", setting_text(sparse.setting)},
               {"group", sparse.group},
               {"seeds", sparse.seeds},
               {"scopes", Json::array()}};
  for (const SparseScope& scope : sparse.scopes) {
    Json bins = Json::array();
    for (const SparseBin& bin : scope.bins) {
      bins.push_back(
          {{"n", bin.items}, {"distance", bin.distance}, {"improvement", number(bin.improvement)}});
    }
    json["scopes"].push_back({{"items", scope.items},
                              {"slice", scope.slice},
                              {"distance", scope.distance},
                              {"spearman", numbers(scope.spearman)},
                              {"bins", std::move(bins)}});
  }
  return json;
}

}  // namespace

Json comparison_report_json(const ComparisonReport& report) {
  Json json = {{"by", report.pairs.by},
               {"baseline", report.pairs.baseline},
               {"slice", report.slice.empty() ? Json(nullptr) : Json(report.slice)},
               {"family", report.result.family},
               {"unpaired", report.unpaired},
               {"warnings", report.result.warnings},
               {"comparisons", Json::array()}};
  for (const Comparison& c : report.result.comparisons) json["comparisons"].push_back(comparison_json(c));
  if (!report.only.empty()) {
    json["only"] = report.only;
    json["runs"] = report.runs;
  }
  if (!report.changes.empty()) {
    json["items"] = Json::array();
    for (const ItemChanges& changes : report.changes) json["items"].push_back(changes_json(changes));
  }
  if (!report.sparse.empty()) {
    json["sparse_target"] = Json::array();
    for (const SparseTarget& sparse : report.sparse) json["sparse_target"].push_back(sparse_json(sparse));
  }
  return json;
}

}  // namespace dissent
