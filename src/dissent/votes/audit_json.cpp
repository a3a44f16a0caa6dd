#include "dissent/votes/audit_json.h"

namespace dissent {

Json plan_json(const ImportPlan& plan) {
  Json json = {{"format", plan.format}, {"confidence", plan.confidence}, {"why", plan.why}};
  const auto text = [&](const char* key, const std::string& value) {
    json[key] = value.empty() ? Json() : Json(value);
  };
  text("packing", plan.packing);
  text("separator", plan.separator);
  json["header"] = plan.header ? Json(*plan.header) : Json();
  text("item", plan.item);
  text("annotator", plan.annotator);
  text("label", plan.label);
  json["classes"] = plan.classes;
  json["ordered"] = plan.ordered;
  json["no_vote"] = plan.no_vote;
  json["left_out"] = plan.left_out;
  json["alternatives"] = Json::array();
  for (const ImportPlan::Alternative& other : plan.alternatives) {
    json["alternatives"].push_back(
        {{"format", other.format}, {"confidence", other.confidence}, {"why", other.why}});
  }
  return json;
}

Json audit_json(const Audit& audit) {
  Json json = {{"file", audit.file},   {"format", audit.format},   {"rows", audit.rows},
               {"votes", audit.votes}, {"dropped", audit.dropped}, {"remarks", audit.remarks}};
  json["plan"] = plan_json(audit.plan);
  json["oddities"] = Json::array();
  for (const Oddity& oddity : audit.oddities) {
    json["oddities"].push_back(
        {{"kind", oddity.kind}, {"count", oddity.count}, {"first", oddity.first}, {"note", oddity.note}});
  }
  return json;
}

}  // namespace dissent
