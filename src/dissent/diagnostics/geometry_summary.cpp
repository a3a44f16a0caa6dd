#include "dissent/diagnostics/geometry_summary.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "dissent/core/error.h"
#include "dissent/evaluate/pairs.h"

namespace dissent {
namespace {

std::vector<MethodGeometry> method_means(const std::vector<RunGeometry>& runs) {
  std::vector<MethodGeometry> methods;
  std::vector<std::vector<std::vector<double>>> collected;  // by method, name and run
  for (const RunGeometry& run : runs) {
    const auto known = std::find_if(methods.begin(), methods.end(),
                                    [&](const MethodGeometry& one) { return one.method == run.method; });
    const auto place = static_cast<std::size_t>(known - methods.begin());
    if (known == methods.end()) {
      methods.push_back({run.method, 0, {}});
      collected.emplace_back();
    }
    MethodGeometry& method = methods[place];
    ++method.runs;
    for (const auto& [name, value] : measured_values(run)) {
      const auto column = std::find_if(method.values.begin(), method.values.end(),
                                       [wanted = name](const auto& one) { return one.first == wanted; });
      const auto at = static_cast<std::size_t>(column - method.values.begin());
      if (column == method.values.end()) {
        method.values.emplace_back(name, MeanSd{});
        collected[place].emplace_back();
      }
      collected[place][at].push_back(value);
    }
  }
  for (std::size_t m = 0; m < methods.size(); ++m) {
    for (std::size_t v = 0; v < methods[m].values.size(); ++v)
      methods[m].values[v].second = mean_sd(collected[m][v]);
  }
  return methods;
}

PairOptions pairs_with(const std::string& baseline) {
  PairOptions options;
  options.baseline = baseline;
  options.drop_unpaired = true;
  return options;
}

std::vector<Comparison> method_differences(const std::vector<RunGeometry>& measured,
                                           const std::vector<FinishedRun>& runs,
                                           const std::string& baseline) {
  std::map<std::filesystem::path, std::map<std::string, double>> by_folder;
  std::vector<std::string> names;
  for (const RunGeometry& run : measured) {
    auto& known = by_folder[run.folder];
    for (const auto& [name, value] : measured_values(run)) {
      known[name] = value;
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  const Pairing pairing = pair_runs(runs, pairs_with(baseline));
  std::vector<Comparison> result;
  for (const std::string& name : names) {
    for (const PairedRuns& group : pairing.groups) {
      PairedValues values;
      for (const RunPair& pair : group.pairs) {
        const auto& own = by_folder.at(pair.run->folder);
        const auto& other = by_folder.at(pair.baseline->folder);
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

}  // namespace

std::vector<std::pair<std::string, double>> measured_values(const RunGeometry& run) {
  std::vector<std::pair<std::string, double>> values;
  const auto add = [&](std::string name, double value) {
    if (std::isfinite(value)) values.emplace_back(std::move(name), value);
  };
  for (const HessianResult& hessian : run.hessian) {
    const std::string suffix = hessian.slice == "all" ? "" : " " + hessian.slice;
    add("lambda_max" + suffix, hessian.largest.value);
    if (hessian.trace) add("trace" + suffix, hessian.trace->value);
  }
  if (run.variance) add("variance_spearman", run.variance->spearman);
  if (run.dynamics) {
    add("best_epoch", run.dynamics->best_epoch);
    add("near_best_epoch", run.dynamics->near_best_epoch);
  }
  for (const auto& [name, value] : run.values) add(name, value);
  return values;
}

std::string geometry_baseline(const std::vector<FinishedRun>& runs, const std::string& asked) {
  const std::string baseline = asked.empty() ? "soft" : asked;
  try {
    pair_runs(runs, pairs_with(baseline));
    return baseline;
  } catch (const Error&) {
    if (!asked.empty()) throw;
    return "";
  }
}

GeometrySummary summarise_geometry(const GeometryResult& result, const std::vector<FinishedRun>& runs,
                                   const std::string& baseline) {
  GeometrySummary summary{method_means(result.runs), baseline, {}};
  if (!baseline.empty()) summary.differences = method_differences(result.runs, runs, baseline);
  return summary;
}

}  // namespace dissent
