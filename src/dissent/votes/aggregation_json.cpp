#include "dissent/votes/aggregation_json.h"

#include "dissent/votes/audit_json.h"
#include "dissent/votes/majority.h"

namespace dissent {
namespace {

const char* objective_key(Objective objective) {
  switch (objective) {
    case Objective::log_likelihood:
      return "log_likelihood_per_vote";
    case Objective::log_posterior:
      return "log_posterior_per_vote";
    case Objective::bound:
      return "bound_per_vote";
  }
  return "";
}

}  // namespace

Json aggregation_json(const Aggregation& aggregation, const ImportResult& imported,
                      const AggregationFiles& files, AggregationForm form,
                      const std::vector<std::string>& warnings) {
  Json json = {{"output", files.rows.string()},
               {"method", aggregation.method},
               {"items", imported.votes.items()},
               {"classes", imported.votes.class_space().names},
               {"form", name_of(form)}};
  if (aggregation.ties || form == AggregationForm::labels) {
    json["ties"] = aggregation.ties ? *aggregation.ties : aggregated_labels(imported.votes, aggregation).ties;
    json["tie_rule"] = kTieRule;
  }
  if (const auto& fit = aggregation.fit) {
    json["iterations"] = fit->iterations;
    json["converged"] = fit->converged;
    json[objective_key(fit->objective)] = fit->value;
    if (fit->restarts > 1) {
      json["restarts"] = fit->restarts;
      json["best_restart"] = fit->best_restart;
    }
    if (!aggregation.prior.empty()) json["class_prior"] = aggregation.prior;
  }
  if (!files.confusions.empty()) json["confusion"] = files.confusions.string();
  if (!files.reliability.empty()) json["reliability"] = files.reliability.string();
  json["warnings"] = warnings;
  json["audit"] = audit_json(imported.audit);
  return json;
}

Json label_record_json(const VoteTable& votes, const AggregatedLabels& labels, std::size_t item) {
  return {{"item", votes.item_name(item)},
          {"label", votes.class_name(labels.label[item])},
          {"confidence", labels.confidence[item]},
          {"votes", votes.has_counts() ? Json(votes.votes_of(item)) : Json(nullptr)}};
}

Json shares_record_json(const VoteTable& votes, const Aggregation& aggregation, std::size_t item) {
  Json shares = Json::object();
  for (std::size_t k = 0; k < votes.classes(); ++k)
    shares[votes.class_name(k)] = aggregation.rows[item * votes.classes() + k];
  return {{"item", votes.item_name(item)}, {"shares", std::move(shares)}};
}

}  // namespace dissent
