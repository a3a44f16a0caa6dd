#include "dissent/evaluate/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/core/undefined.h"
#include "dissent/run/run_view.h"

namespace dissent {
namespace {}  // namespace

Comparison compare_values(const PairedValues& values, Better better, const TestOptions& options) {
  Comparison result;
  result.better = better;
  result.seeds = values.seeds;
  result.values = values.values;
  result.baseline_values = values.baseline;
  std::vector<double> differences;
  for (std::size_t i = 0; i < values.values.size(); ++i) {
    differences.push_back(values.values[i] - values.baseline[i]);
  }
  result.score = mean_sd(result.values);
  result.baseline = mean_sd(result.baseline_values);
  result.difference = mean_sd(differences);
  result.interval = bootstrap_mean(differences, static_cast<std::size_t>(options.replicates), 0);
  result.test = wilcoxon(differences, options.zeros);
  result.p_two_sided = result.test.p_two_sided;
  const bool lower = better == Better::lower;
  result.p_better = better == Better::neither ? kUndefined
                    : lower                   ? result.test.p_less
                                              : result.test.p_greater;
  result.holm_better = result.holm_two_sided = kUndefined;
  result.seeds_better = lower ? result.test.negative : result.test.positive;
  result.seeds_worse = lower ? result.test.positive : result.test.negative;
  result.seeds_equal = result.test.zeros;
  result.cohen_dz = result.difference.mean / result.difference.sd;
  return result;
}

namespace {

Comparison compare_pairs(const PairedRuns& paired, const std::string& metric, const TestOptions& options,
                         const ValueSource& source) {
  PairedValues values;
  for (const RunPair& pair : paired.pairs) {
    const double value = source.value(*pair.run, metric);
    const double base = source.value(*pair.baseline, metric);
    for (const auto& [number, run] : {std::pair{value, pair.run}, std::pair{base, pair.baseline}}) {
      if (!std::isfinite(number)) {
        fail("{}: its {} is {}, which cannot be compared", run->folder.string(), metric, number);
      }
    }
    values.seeds.push_back(pair.seed);
    values.values.push_back(value);
    values.baseline.push_back(base);
  }
  Comparison result = compare_values(values, source.better(metric), options);
  result.metric = metric;
  result.setting = paired.setting;
  result.group = paired.group;
  return result;
}

void correct_family(std::span<Comparison*> family) {
  std::vector<double> two_sided, better;
  std::vector<Comparison*> directed;
  for (Comparison* comparison : family) {
    two_sided.push_back(comparison->p_two_sided);
    comparison->holm_better = kUndefined;
    if (std::isnan(comparison->p_better)) continue;
    directed.push_back(comparison);
    better.push_back(comparison->p_better);
  }
  const std::vector<double> holm_two = holm(two_sided), holm_one = holm(better);
  for (std::size_t i = 0; i < family.size(); ++i) family[i]->holm_two_sided = holm_two[i];
  for (std::size_t i = 0; i < directed.size(); ++i) directed[i]->holm_better = holm_one[i];
}

// What the design cannot show, however the runs come out.
void warn_of_design(CompareResult& result) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const Comparison& comparison : result.comparisons) fewest = std::min(fewest, comparison.seeds.size());
  for (const bool two_sided : {false, true}) {
    const double least = smallest_p(fewest, two_sided);
    const double corrected = std::min(1.0, least * static_cast<double>(result.family));
    if (corrected <= 0.05) continue;
    std::size_t enough = fewest;
    while (smallest_p(enough, two_sided) * static_cast<double>(result.family) > 0.05) ++enough;
    result.warnings.push_back(
        fmt::format("{} pair{} can give a {}-sided p of {:.4g} at best, {:.4g} after Holm's correction over "
                    "{} test{}: 0.05 cannot "
                    "be reached, whatever the runs show; {} seeds could",
                    fewest, fewest == 1 ? "" : "s", two_sided ? "two" : "one", least, corrected,
                    result.family, result.family == 1 ? "" : "s", enough));
  }
}

}  // namespace

CompareResult compare_runs(const Pairing& pairing, const TestOptions& options, RunViews& views,
                           const std::string& slice) {
  return compare_runs(pairing, options,
                      {[](const std::string& metric) { return find_metric(metric).better; },
                       [&](const FinishedRun& run, const std::string& metric) {
                         return views.of(run).score(find_metric(metric), slice);
                       }});
}

CompareResult compare_runs(const Pairing& pairing, const TestOptions& options, const ValueSource& source) {
  check_limits(options);
  CompareResult result;
  for (const std::string& metric : options.metrics) {
    for (const PairedRuns& paired : pairing.groups) {
      result.comparisons.push_back(compare_pairs(paired, metric, options, source));
    }
  }
  std::map<std::string, std::vector<Comparison*>> by_family;
  for (Comparison& comparison : result.comparisons) {
    by_family[options.family == TestFamily::all ? "" : comparison.metric].push_back(&comparison);
  }
  for (auto& [name, family] : by_family) {
    correct_family(family);
    result.family = std::max(result.family, family.size());
  }
  warn_of_design(result);
  return result;
}

}  // namespace dissent
