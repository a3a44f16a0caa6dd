#include "dissent/geometry/geometry_summary.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "dissent/evaluate/pairs.h"
#include "dissent/io/json_number.h"

namespace dissent {

std::vector<std::pair<std::string, double>> measured_values(const Json& entry) {
  std::vector<std::pair<std::string, double>> values;
  const auto add = [&](const Json& from, const char* key, const std::string& name) {
    if (const auto found = from.find(key); found != from.end() && found->is_number()) {
      values.emplace_back(name, found->get<double>());
    }
  };
  for (const Json& hessian : entry.value("hessian", Json::array())) {
    const std::string slice = hessian.at("slice");
    const std::string suffix = slice == "all" ? "" : " " + slice;
    add(hessian, "lambda_max", "lambda_max" + suffix);
    add(hessian, "trace", "trace" + suffix);
  }
  if (entry.contains("gradient_variance")) {
    add(entry.at("gradient_variance"), "spearman", "variance_spearman");
  }
  if (entry.contains("dynamics")) {
    add(entry.at("dynamics"), "best_epoch", "best_epoch");
    add(entry.at("dynamics"), "near_best_epoch", "near_best_epoch");
  }
  return values;
}

Json method_summaries(const Json& entries) {
  Json methods = Json::array();
  std::map<std::string, std::size_t> at;
  std::vector<std::vector<std::pair<std::string, std::vector<double>>>> collected;
  for (const Json& entry : entries) {
    const std::string method = entry.at("method");
    const auto [place, added] = at.emplace(method, methods.size());
    if (added) {
      methods.push_back({{"method", method}, {"runs", 0}, {"values", Json::object()}});
      collected.emplace_back();
    }
    Json& summary = methods[place->second];
    summary["runs"] = summary.at("runs").get<int>() + 1;
    auto& columns = collected[place->second];
    for (const auto& [name, value] : measured_values(entry)) {
      const auto column = std::find_if(columns.begin(), columns.end(),
                                       [wanted = name](const auto& known) { return known.first == wanted; });
      if (column == columns.end()) {
        columns.emplace_back(name, std::vector<double>{value});
      } else {
        column->second.push_back(value);
      }
    }
  }
  for (std::size_t m = 0; m < collected.size(); ++m) {
    for (const auto& [name, values] : collected[m]) {
      const MeanSd summary = mean_sd(values);
      methods[m]["values"][name] = {{"mean", summary.mean}, {"sd", number(summary.sd)}};
    }
  }
  return methods;
}

std::vector<Comparison> method_differences(const Json& entries, const std::vector<FinishedRun>& runs,
                                           const std::string& baseline) {
  if (baseline.empty()) return {};
  std::map<std::string, std::map<std::string, double>> by_folder;
  std::vector<std::string> names;
  for (const Json& entry : entries) {
    auto& known = by_folder[entry.at("folder").get<std::string>()];
    for (const auto& [name, value] : measured_values(entry)) {
      known[name] = value;
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  PairOptions options;
  options.baseline = baseline;
  options.drop_unpaired = true;
  const Pairing pairing = pair_runs(runs, options);
  std::vector<Comparison> result;
  for (const std::string& name : names) {
    for (const PairedRuns& group : pairing.groups) {
      PairedValues values;
      for (const RunPair& pair : group.pairs) {
        const auto& own = by_folder.at(pair.run->folder.string());
        const auto& other = by_folder.at(pair.baseline->folder.string());
        if (own.count(name) == 0 || other.count(name) == 0) continue;
        values.seeds.push_back(pair.seed);
        values.values.push_back(own.at(name));
        values.baseline.push_back(other.at(name));
      }
      if (values.seeds.empty()) continue;
      Comparison comparison = compare_values(values, Better::neither, {});
      comparison.metric = name;
      comparison.setting = group.setting;
      comparison.group = group.group;
      result.push_back(std::move(comparison));
    }
  }
  return result;
}

}  // namespace dissent
