#include "dissent/diagnostics/cka_json.h"

#include "dissent/io/json_number.h"
#include "dissent/io/json_read.h"

namespace dissent {

Json cka_json(const CkaResult& result) {
  Json pairs = Json::array();
  for (const CkaPair& pair : result.pairs) {
    pairs.push_back({{"seeds", {pair.seed_a, pair.seed_b}},
                     {"biased", number(pair.alignment.biased)},
                     {"debiased", number(pair.alignment.debiased)}});
  }
  return {{"method", result.method},
          {"items", result.items},
          {"biased", number(result.mean.biased)},
          {"debiased", number(result.mean.debiased)},
          {"pairs", std::move(pairs)}};
}

CkaResult read_cka(const Json& json) {
  CkaResult result;
  json.at("method").get_to(result.method);
  read_if_there(json, "items", result.items);
  result.mean = {number_at(json, "biased"), number_at(json, "debiased")};
  for (const Json& pair : json.at("pairs")) {
    const Json& seeds = pair.at("seeds");
    result.pairs.push_back({seeds.at(0).get<std::uint64_t>(),
                            seeds.at(1).get<std::uint64_t>(),
                            {number_at(pair, "biased"), number_at(pair, "debiased")}});
  }
  return result;
}

}  // namespace dissent
