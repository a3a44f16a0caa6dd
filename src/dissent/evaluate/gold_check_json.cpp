#include "dissent/evaluate/gold_check_json.h"

namespace dissent {
namespace {

Json share_json(const GoldShare& share) {
  return {{"right", share.right},
          {"accuracy", share.accuracy},
          {"interval", {share.interval.low, share.interval.high}}};
}

}  // namespace

void add_gold_json(const GoldCheck& check, Json& aggregation) {
  Json gold = {{"file", check.from}, {"items", check.items}};
  gold.update(share_json(check.method));
  gold["majority"] = share_json(check.majority);
  if (!check.remarks.empty()) gold["remarks"] = check.remarks;
  aggregation["gold"] = std::move(gold);
  for (const std::string& warning : check.warnings) aggregation["warnings"].push_back(warning);
}

}  // namespace dissent
