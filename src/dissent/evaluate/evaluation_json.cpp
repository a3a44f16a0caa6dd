#include "dissent/evaluate/evaluation_json.h"

#include <cmath>

#include "dissent/core/choices.h"
#include "dissent/io/json_number.h"
#include "dissent/votes/audit_json.h"

namespace dissent {
namespace {

Json scores_json(const ScoreValues& scores) {
  Json json = Json::object();
  for (const Metric& metric : metric_list()) json[std::string(metric.name)] = number(scores[metric]);
  return json;
}

// Of a constant prediction only the means over items say something.
Json constant_json(const ScoreValues& scores) {
  Json json = Json::object();
  for (const Metric& metric : metric_list()) {
    const double value = scores[metric];
    if (!std::isnan(value)) json[std::string(metric.name)] = number(value);
  }
  return json;
}

Json part_json(const SliceScores& part, const EvaluationResult& result) {
  Json json;
  if (!part.name.empty()) json["slice"] = part.name;
  json["n"] = part.items;
  json["accuracy_target"] = result.accuracy_target;
  json["accuracy_items"] = part.labelled;
  json["calibration_items"] = part.calibrated;
  json.update(scores_json(part.scores));
  json["infinite"] = part.infinite;
  json["reasons"] = nullptr;  // a place; a reference would not survive more keys
  json["intervals"] = nullptr;
  Json reasons = Json::object(), intervals = Json::object();
  for (std::size_t m = 0; m < metric_list().size(); ++m) {
    const std::string name(metric_list()[m].name);
    if (!part.reasons[m].empty()) reasons[name] = part.reasons[m];
    if (!part.intervals.empty()) {
      intervals[name] = Json::array({number(part.intervals[m].low), number(part.intervals[m].high)});
    }
  }
  json["recall"] = Json::object();
  for (std::size_t k = 0; k < part.recall.size(); ++k)
    json["recall"][result.classes.names[k]] = number(part.recall[k]);
  if (const auto& human = part.human) {
    json["human_reference"] = {{"soft_nll", number(human->soft_nll)},
                               {"kl", number(human->kl)},
                               {"alpha", number(human->alpha)},
                               {"items", human->items},
                               {"left_out", human->left_out}};
    if (human->items == 0) reasons["human_reference"] = "none of the items has two votes";
    if (std::isinf(human->alpha))
      reasons["human_reference"] = "alpha is infinite: items differ no more than by chance";
  } else {
    json["human_reference"] = nullptr;
    reasons["human_reference"] = result.human_reason;
  }
  json["baselines"] = {{"class_shares", constant_json(part.class_shares)},
                       {"uniform", constant_json(part.uniform)}};
  Json bins = Json::array();
  for (const CalibrationBin& bin : part.reliability) {
    bins.push_back({{"n", bin.items},
                    {"confidence", bin.confidence},
                    {"outcome", bin.outcome},
                    {"low", bin.low},
                    {"high", bin.high}});
  }
  json["reliability"] = std::move(bins);
  json["reasons"] = std::move(reasons);
  json["intervals"] = std::move(intervals);
  return json;
}

Json shares_json(const std::vector<double>& row, const ClassSpace& classes) {
  Json json = Json::object();
  for (std::size_t k = 0; k < row.size(); ++k) json[classes.names[k]] = row[k];
  return json;
}

std::string_view source_name(ClassSource source) {
  switch (source) {
    case ClassSource::named:
      return "named";
    case ClassSource::given:
      return "given";
    case ClassSource::assumed:
      break;
  }
  return "assumed";
}

// The classes in the order in which they were taken, who says so, and the order that fits far better.
Json class_order_json(const FileEvaluation& file, const ClassSpace& classes) {
  Json json = {{"source", source_name(file.class_source)}, {"classes", classes.names}, {"better", nullptr}};
  if (const auto& better = file.better_order) {
    json["better"] = {{"classes", classes_of_columns(*better, classes)},
                      {"soft_nll", number(better->best_nll)},
                      {"assumed_soft_nll", number(better->assumed_nll)},
                      {"gain_interval", Json::array({number(better->gain.low), number(better->gain.high)})}};
  }
  return json;
}

Json comparison_json(const FileComparison& comparison, const EvaluationResult& result) {
  Json pairs = Json::array();
  for (const FilePair& pair : comparison.pairs) {
    Json json = {{"first", result.files[pair.first].name},
                 {"second", result.files[pair.second].name},
                 {"n", pair.items},
                 {"reason", pair.reason.empty() ? Json(nullptr) : Json(pair.reason)},
                 {"scores", Json::object()}};
    for (const ScoreDifference& one : pair.scores) {
      json["scores"][std::string(one.metric->name)] = {
          {"difference", number(one.difference)},
          {"interval", Json::array({number(one.interval.low), number(one.interval.high)})},
          {"test", one.test == DifferenceTest::none ? Json(nullptr) : Json(name_of(one.test))},
          {"draws", one.draws},
          {"p", number(one.p)},
          {"p_holm", number(one.holm)}};
    }
    pairs.push_back(std::move(json));
  }
  return {{"family", name_of(comparison.family)}, {"pairs", std::move(pairs)}};
}

Json file_json(const FileEvaluation& file, const EvaluationResult& result) {
  Json json = {{"file", file.path},
               {"name", file.name},
               {"kind", file.kind == PredictionKind::logits ? "logits" : "probabilities"},
               {"calibration_target", result.calibration_target},
               {"items_without_gold", file.without_gold},
               {"majority_ties", file.majority_ties},
               {"replicates", file.replicates},
               {"labels", file.labels},
               {"class_order", class_order_json(file, result.classes)}};
  json.update(part_json(file.parts[0], result));
  Json outcome = Json::array();
  for (const double value : file.smooth.outcome) outcome.push_back(number(value));
  json["smooth_reliability"] = {{"sigma", file.smooth.sigma},
                                {"confidence", file.smooth.confidence},
                                {"outcome", std::move(outcome)},
                                {"density", file.smooth.density}};
  json["slices"] = Json::array();
  for (std::size_t p = 1; p < file.parts.size(); ++p)
    json["slices"].push_back(part_json(file.parts[p], result));
  json["differ_most"] = Json::array();
  for (const DifferingItem& item : file.differ_most) {
    json["differ_most"].push_back({{"item", item.name},
                                   {"kl", number(item.kl)},
                                   {"annotators", shares_json(item.p, result.classes)},
                                   {"prediction", shares_json(item.q, result.classes)}});
  }
  json["remarks"] = file.remarks;
  json["warnings"] = file.warnings;
  return json;
}

}  // namespace

Json evaluation_json(const EvaluationResult& result) {
  Json json = {{"votes", result.votes},
               {"classes", result.classes.names},
               {"ordered", result.classes.ordered},
               {"bootstrap", {{"seed", result.seed}, {"level", 0.95}}}};
  if (result.files.size() == 1) {  // the scores of a single file also stand at the top
    const SliceScores& whole = result.files[0].parts[0];
    json["n"] = whole.items;
    json["accuracy_target"] = result.accuracy_target;
    json["calibration_target"] = result.calibration_target;
    json.update(scores_json(whole.scores));
    json["infinite"] = whole.infinite;
  }
  if (result.audit) json["audit"] = audit_json(*result.audit);
  if (result.comparison) json["comparison"] = comparison_json(*result.comparison, result);
  json["predictions"] = Json::array();
  for (const FileEvaluation& file : result.files) json["predictions"].push_back(file_json(file, result));
  return json;
}

}  // namespace dissent
