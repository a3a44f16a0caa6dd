#include "dissent/diagnostics/cka_json.h"

#include "dissent/io/json_number.h"

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

CkaResult read_cka(const JsonValue& json) {
  CkaResult result;
  result.method = json.at("method").text();
  json.read("items", result.items);
  result.mean = {json.number_at("biased"), json.number_at("debiased")};
  for (const JsonValue& pair : json.at("pairs").elements()) {
    const auto seeds = pair.at("seeds").elements(2);
    result.pairs.push_back({seeds[0].whole<std::uint64_t>(),
                            seeds[1].whole<std::uint64_t>(),
                            {pair.number_at("biased"), pair.number_at("debiased")}});
  }
  return result;
}

}  // namespace dissent
