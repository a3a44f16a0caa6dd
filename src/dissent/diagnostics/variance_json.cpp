#include "dissent/diagnostics/variance_json.h"

#include "dissent/io/json_number.h"
#include "dissent/io/json_read.h"

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

VarianceResult read_variance(const Json& json) {
  VarianceResult result;
  read_if_there(json, "items", result.items);
  result.mean = number_at(json, "mean");
  result.spearman = number_at(json, "spearman");
  if (const auto found = json.find("bins"); found != json.end()) {
    for (const Json& bin : *found) {
      result.bins.push_back({number_at(bin, "entropy"), number_at(bin, "variance"), number_at(bin, "items")});
    }
  }
  if (const auto found = json.find("sampled"); found != json.end()) {
    SampledVariance& sampled = result.sampled.emplace();
    read_if_there(*found, "samples", sampled.samples);
    sampled.mean = number_at(*found, "mean");
    sampled.spearman = number_at(*found, "spearman");
    sampled.relative_deviation = number_at(*found, "relative_deviation");
  }
  return result;
}

}  // namespace dissent
