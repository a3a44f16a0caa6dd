#include "dissent/votes/inspection_json.h"

#include "dissent/io/json_number.h"
#include "dissent/votes/audit_json.h"

namespace dissent {
namespace {

template <class Value>
Json value_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json coefficient_json(const Coefficient& coefficient) {
  return coefficient.value ? number(*coefficient.value) : Json(nullptr);
}

Json contested_json(const Inspection& inspection, const Inspection::ContestedItem& item) {
  Json votes = Json::object();
  for (const Inspection::ClassVotes& chosen : item.classes) {
    votes[inspection.classes.names[chosen.label]] =
        inspection.votes ? Json(chosen.votes) : Json(chosen.share);
  }
  return {{"item", item.name}, {"entropy", item.entropy}, {"votes", std::move(votes)}};
}

void add_coefficients(const Inspection& inspection, Json& json) {
  json["alpha_nominal"] = coefficient_json(inspection.alpha_nominal);
  json["alpha_ordinal"] = coefficient_json(inspection.alpha_ordinal);
  json["alpha_interval"] = coefficient_json(inspection.alpha_interval);
  json["fleiss_kappa"] = coefficient_json(inspection.fleiss_kappa);
  Json& reasons = json["reasons"] = Json::object();  // why a coefficient is null
  const auto reason = [&](const char* key, const std::string& text) {
    if (!text.empty()) reasons[key] = text;
  };
  reason("alpha_nominal", inspection.alpha_nominal.reason);
  reason("alpha_ordinal", inspection.alpha_ordinal.reason);
  reason("alpha_interval", inspection.alpha_interval.reason);
  reason("fleiss_kappa", inspection.fleiss_kappa.reason);
  reason("human_reference", inspection.human_reason);
  if (const auto& human = inspection.human) {
    json["human_reference"] = {{"alpha", number(human->alpha)},
                               {"soft_nll", human->soft_nll},
                               {"kl", human->kl},
                               {"items", human->items},
                               {"left_out", human->left_out}};
  } else {
    json["human_reference"] = nullptr;
  }
}

}  // namespace

Json inspection_json(const Inspection& inspection) {
  Json json;
  json["items"] = inspection.items;
  json["annotators"] = value_or_null(inspection.annotators);
  json["votes"] = value_or_null(inspection.votes);
  json["knowledge"] = to_string(inspection.knowledge);
  json["classes"] = inspection.classes.names;
  json["ordered"] = inspection.classes.ordered;
  json["class_shares"] = inspection.class_shares;
  if (const auto& per_item = inspection.votes_per_item) {
    json["votes_per_item"] = {{"min", per_item->least},
                              {"median", per_item->median},
                              {"mean", per_item->mean},
                              {"max", per_item->most}};
  } else {
    json["votes_per_item"] = nullptr;
  }
  json["mean_entropy"] = inspection.mean_entropy;
  json["unanimous"] = inspection.unanimous;
  json["ties"] = inspection.ties;
  add_coefficients(inspection, json);
  json["entropy_histogram"] = {{"edges", inspection.entropy_histogram.edges},
                               {"counts", inspection.entropy_histogram.counts}};
  json["annotator_agreement"] = Json::array();
  for (const Inspection::Annotator& annotator : inspection.agreement) {
    json["annotator_agreement"].push_back({{"annotator", annotator.name},
                                           {"votes", annotator.with_the_rest.votes},
                                           {"agreement", number(annotator.with_the_rest.agreement)}});
  }
  json["contested"] = Json::array();
  for (const Inspection::ContestedItem& item : inspection.contested) {
    json["contested"].push_back(contested_json(inspection, item));
  }
  if (inspection.audit) json["audit"] = audit_json(*inspection.audit);
  return json;
}

}  // namespace dissent
