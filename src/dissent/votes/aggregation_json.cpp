#include "dissent/votes/aggregation_json.h"

#include "dissent/votes/audit_json.h"
#include "dissent/votes/majority.h"

namespace dissent {

Json aggregation_json(const Aggregation& aggregation, const ImportResult& imported,
                      const AggregationFiles& files) {
  Json json = {{"output", files.rows.string()},
               {"method", aggregation.method},
               {"items", imported.votes.items()},
               {"classes", imported.votes.class_space().names}};
  if (aggregation.ties) {
    json["ties"] = *aggregation.ties;
    json["tie_rule"] = kTieRule;
  }
  if (const auto& model = aggregation.model) {
    json["iterations"] = model->iterations;
    json["converged"] = model->converged;
    json["log_likelihood_per_vote"] = model->log_likelihood;
    json["class_prior"] = model->prior;
    if (!files.confusions.empty()) json["confusion"] = files.confusions.string();
  }
  json["audit"] = audit_json(imported.audit);
  return json;
}

}  // namespace dissent
