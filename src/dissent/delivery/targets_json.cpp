#include "dissent/delivery/targets_json.h"

#include "dissent/votes/audit_json.h"
#include "dissent/votes/majority.h"

namespace dissent {

Json targets_json(const DeliveredTargets& targets, const ImportResult& imported,
                  const std::filesystem::path& output, std::string_view dtype) {
  const DeliverOptions& options = targets.options();
  Json json = {{"output", output.string()},
               {"method", options.method},
               {"seed", options.seed},
               {"epochs", {options.epochs.first, options.epochs.last}},
               {"dtype", dtype},
               {"shape", targets.shape()},
               {"classes", imported.votes.class_space().names},
               {"votes_per_item", options.cut.votes_per_item}};
  if (options.cut.votes_per_item > 0) json["cut"] = name_of(options.cut.cut);
  for (const DeliveryFact& fact : targets.facts()) {
    json[std::string(fact.name)] = fact.value;
    if (fact.name == "ties") json["tie_rule"] = kTieRule;
  }
  json["audit"] = audit_json(imported.audit);
  return json;
}

}  // namespace dissent
