// stats_dump < REQUESTS: a JSON list of requests in, a list of answers out in full precision, null for NaN,
// for another implementation to compare with (parity_test.py). {"what": "wilcoxon", "values": [...]}.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/core/choices.h"
#include "dissent/io/json.h"
#include "dissent/stats/bootstrap.h"
#include "dissent/stats/detection.h"
#include "dissent/stats/ranks.h"
#include "dissent/stats/wilcoxon.h"

namespace dissent {
namespace {

using Values = std::vector<double>;
using Whole = std::vector<std::uint32_t>;

Values values_of(const Json& request, const char* key = "values") {
  return request.at(key).get<Values>();
}

Json wilcoxon_answer(const Json& request) {
  const Wilcoxon w =
      wilcoxon(values_of(request), choice_of<ZeroRule>("zeros", request.value("zeros", std::string("drop"))));
  return {{"w_plus", w.w_plus},         {"w_minus", w.w_minus},
          {"positive", w.positive},     {"negative", w.negative},
          {"zeros", w.zeros},           {"exact", w.exact},
          {"greater", w.p_greater},     {"less", w.p_less},
          {"two-sided", w.p_two_sided}, {"rank_biserial", w.rank_biserial}};
}

Json weights_answer(const Json& request) {
  Whole weights(request.at("items").get<std::size_t>());
  resample(request.at("seed"), request.at("replicate"), weights);
  return weights;
}

Json bins_answer(const Json& request) {
  const Values values = values_of(request);
  std::vector<std::uint16_t> bins(values.size());
  equal_mass_bins(values, request.at("bins"), bins);
  return bins;
}

Json spearman_answer(const Json& request) {
  const Values a = values_of(request, "a"), b = values_of(request, "b");
  if (!request.contains("weights")) return spearman(a, b);
  return spearman(rank_groups(a), rank_groups(b), request["weights"].get<Whole>());
}

Json interval_answer(const Interval& interval) {
  return Json::array({interval.low, interval.high});
}

Json detection_answer(const Json& request) {
  const Detection found = detect(values_of(request, "in"), values_of(request, "out"));
  return {{"auroc", found.auroc}, {"fpr95", found.fpr95}, {"aupr", found.aupr}};
}

Json answer(const Json& request) {
  static const std::map<std::string, std::function<Json(const Json&)>> answers = {
      {"wilcoxon", wilcoxon_answer},
      {"smallest_p", [](const Json& r) { return smallest_p(r.at("pairs"), r.at("two_sided")); }},
      {"holm", [](const Json& r) { return holm(values_of(r)); }},
      {"ranks", [](const Json& r) { return average_ranks(values_of(r)); }},
      {"order", [](const Json& r) { return sorted_order(values_of(r)); }},
      {"bins", bins_answer},
      {"spearman", spearman_answer},
      {"pearson", [](const Json& r) { return pearson(values_of(r, "a"), values_of(r, "b")); }},
      {"detection", detection_answer},
      {"quantile", [](const Json& r) { return quantile(values_of(r), r.at("q")); }},
      {"weights", weights_answer},
      {"interval",
       [](const Json& r) { return interval_answer(percentile_interval(values_of(r), r.at("level"))); }},
      {"bootstrap_mean",
       [](const Json& r) {
         return interval_answer(
             bootstrap_mean(values_of(r), r.at("replicates"), r.at("seed"), r.at("level")));
       }},
  };
  return answers.at(request.at("what"))(request);
}

void answer_all() {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  Json answers = Json::array();
  for (const Json& request : parse_json(text, "standard input")) answers.push_back(answer(request));
  fmt::print("{}\n", answers.dump());
}

}  // namespace
}  // namespace dissent

int main() {
  try {
    dissent::answer_all();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "stats_dump: {}\n", error.what());
    return 2;
  }
}
