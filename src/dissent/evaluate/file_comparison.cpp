#include "dissent/evaluate/file_comparison.h"

#include <algorithm>
#include <cmath>

#include "dissent/core/undefined.h"
#include "dissent/stats/sign_flips.h"
#include "dissent/stats/wilcoxon.h"

namespace dissent {
namespace {

// Ten thousand, fewer where that would take long.
std::size_t flip_draws(std::size_t items) {
  return std::clamp<std::size_t>(200'000'000 / std::max<std::size_t>(items, 1), 200, 10'000);
}

// Of the resamplings, how often the difference is on the other side of 0, twice; never 0.
double bootstrap_p(const std::vector<double>& differences) {
  std::size_t below = 1, above = 1;
  for (const double difference : differences) {
    below += difference <= 0;
    above += difference >= 0;
  }
  const auto all = static_cast<double>(differences.size() + 1);
  return std::min(1.0, 2 * static_cast<double>(std::min(below, above)) / all);
}

class PairOfFiles {
 public:
  PairOfFiles(const ScoredFile& first, const ScoredFile& second, std::uint64_t seed)
      : first_(first), second_(second), seed_(seed) {}

  ScoreDifference difference(std::size_t metric) const {
    ScoreDifference out;
    out.metric = &metric_list()[metric];
    out.first = first_.scores[*out.metric];
    out.second = second_.scores[*out.metric];
    out.difference = out.second - out.first;  // NaN where both are infinite
    out.interval = {kUndefined, kUndefined};
    out.p = out.holm = kUndefined;
    if (!std::isfinite(out.difference)) return out;
    std::vector<double> resampled;
    for (std::size_t r = 0; r < std::min(first_.resamplings.size(), second_.resamplings.size()); ++r) {
      const double one = second_.resamplings[r][*out.metric] - first_.resamplings[r][*out.metric];
      if (!std::isnan(one)) resampled.push_back(one);
    }
    if (!resampled.empty()) out.interval = percentile_interval(resampled);
    if (!first_.item_values[metric].empty()) {
      flip(out, metric);
    } else if (!resampled.empty()) {
      out.test = DifferenceTest::bootstrap;
      out.draws = resampled.size();
      out.p = bootstrap_p(resampled);
    }
    return out;
  }

 private:
  void flip(ScoreDifference& out, std::size_t metric) const {
    const std::vector<double>&first = first_.item_values[metric], &second = second_.item_values[metric];
    std::vector<double> differences;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const double one = second[i] - first[i];
      if (std::isfinite(one)) differences.push_back(one);  // else: an item without a label
    }
    const SignFlips flips = sign_flips(differences, flip_draws(differences.size()), seed_);
    out.test = flips.exact ? DifferenceTest::exact_flips : DifferenceTest::drawn_flips;
    out.draws = flips.draws;
    out.p = flips.p;
  }

  const ScoredFile& first_;
  const ScoredFile& second_;
  std::uint64_t seed_;
};

void correct(FileComparison& comparison) {
  const auto correct_family = [&](const Metric* only) {
    std::vector<ScoreDifference*> tests;
    std::vector<double> p;
    for (FilePair& pair : comparison.pairs) {
      for (ScoreDifference& one : pair.scores) {
        if ((only != nullptr && one.metric != only) || std::isnan(one.p)) continue;
        tests.push_back(&one);
        p.push_back(one.p);
      }
    }
    const std::vector<double> corrected = holm(p);
    for (std::size_t t = 0; t < tests.size(); ++t) tests[t]->holm = corrected[t];
  };
  if (comparison.family == TestFamily::all) return correct_family(nullptr);
  for (const Metric& metric : metric_list()) correct_family(&metric);
}

}  // namespace

FileComparison compare_files(std::span<const ScoredFile> files, bool ordered, TestFamily family,
                             std::uint64_t seed) {
  FileComparison comparison;
  comparison.family = family;
  for (std::size_t second = 1; second < files.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      FilePair& pair = comparison.pairs.emplace_back();
      pair.first = first;
      pair.second = second;
      if (files[first].items != files[second].items) {
        pair.reason = "they predict different items";
        continue;
      }
      pair.items = files[first].items.size();
      const PairOfFiles both(files[first], files[second], seed);
      for (std::size_t m = 0; m < metric_list().size(); ++m) {
        const Metric& metric = metric_list()[m];
        if (metric.better == Better::neither || (metric.ordinal && !ordered)) continue;
        pair.scores.push_back(both.difference(m));
      }
    }
  }
  correct(comparison);
  return comparison;
}

}  // namespace dissent
