#include "dissent/diagnostics/variance_json.h"

#include "dissent/io/json_number.h"

namespace dissent {

Json variance_json(const VarianceResult& result) {
  Json json = {{"items", result.items}, {"mean", number(result.mean)}, {"spearman", number(result.spearman)}};
  for (const VarianceBin& bin : result.bins) {
    json["bins"].push_back({{"entropy", bin.entropy}, {"variance", bin.variance}, {"items", bin.items}});
  }
  if (const auto& sampled = result.sampled) {
    json["sampled"] = {{"samples", sampled->samples},
                       {"mean", number(sampled->mean)},
                       {"spearman", number(sampled->spearman)},
                       {"relative_deviation", number(sampled->relative_deviation)}};
  }
  return json;
}

VarianceResult read_variance(const JsonValue& json) {
  VarianceResult result;
  json.read("items", result.items);
  result.mean = json.number_at("mean");
  result.spearman = json.number_at("spearman");
  if (const auto found = json.find("bins")) {
    for (const JsonValue& bin : found->elements()) {
      result.bins.push_back({bin.number_at("entropy"), bin.number_at("variance"), bin.number_at("items")});
    }
  }
  if (const auto found = json.find("sampled")) {
    SampledVariance& sampled = result.sampled.emplace();
    found->read("samples", sampled.samples);
    sampled.mean = found->number_at("mean");
    sampled.spearman = found->number_at("spearman");
    sampled.relative_deviation = found->number_at("relative_deviation");
  }
  return result;
}

}  // namespace dissent
