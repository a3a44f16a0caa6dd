// Paired runs compared by their scores: exact tests, correction over a stated family, intervals, effect
// sizes, and a plain word on what the design cannot show.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "dissent/core/settings.h"
#include "dissent/evaluate/pairs.h"
#include "dissent/evaluate/test_family.h"
#include "dissent/metrics/evaluation.h"
#include "dissent/stats/bootstrap.h"
#include "dissent/stats/mean_sd.h"
#include "dissent/stats/wilcoxon.h"

namespace dissent {

class RunViews;  // dissent/run/run_view.h

struct TestOptions {
  std::vector<std::string> metrics{"soft_nll"};
  ZeroRule zeros = ZeroRule::drop;
  TestFamily family = TestFamily::metric;
  int replicates = 10000;

  static constexpr auto fields() {
    using O = TestOptions;
    return std::tuple{
        Field{"metric", &O::metrics,
              "scores to compare, comma-separated; soft_nll unless given (see `dissent eval --json` for "
              "names)"},
        Field{"family", &O::family,
              "which tests Holm's correction takes together: metric (all of one metric) or all"},
        Field{"zeros", &O::zeros, "Wilcoxon's test on equal scores: drop, pratt or zsplit"},
        Field{"bootstrap", &O::replicates, from_to(1, 1'000'000),
              "resamplings of the pairs for the interval of the mean difference"},
    };
  }
};

struct Comparison {
  std::string metric;
  Setting setting;    // what the runs share and other comparisons do not; empty where nothing varies
  std::string group;  // the value that is compared with the baseline
  Better better = Better::neither;
  std::vector<std::uint64_t> seeds;
  std::vector<double> values, baseline_values;  // by seed
  MeanSd score, baseline, difference;           // difference: group less baseline
  Interval interval;                            // of the mean difference, 95 %
  Wilcoxon test;                                // of the differences
  double p_better = 1;  // one-sided, towards the metric's better side; NaN where neither side is better
  double p_two_sided = 1;
  double holm_better = 1, holm_two_sided = 1;  // NaN where no family was corrected for
  std::size_t seeds_better = 0, seeds_worse = 0, seeds_equal = 0;
  double cohen_dz = 0;  // mean difference over its standard deviation
};

// One number of each pair's runs, whatever it is. Holm's correction is left to the caller.
struct PairedValues {
  std::vector<std::uint64_t> seeds;
  std::vector<double> values, baseline;  // finite
};
Comparison compare_values(const PairedValues& values, Better better, const TestOptions& options);

struct CompareResult {
  std::vector<Comparison> comparisons;
  std::size_t family = 0;  // tests in the largest family
  std::vector<std::string> warnings;
};
// Where the numbers that are compared come from.
struct ValueSource {
  std::function<Better(const std::string& metric)> better;  // an unknown name is an error
  std::function<double(const FinishedRun&, const std::string& metric)> value;
};
CompareResult compare_runs(const Pairing& pairing, const TestOptions& options, const ValueSource& source);
// The scores of the runs' best checkpoints on their evaluation items, or on a slice of these.
CompareResult compare_runs(const Pairing& pairing, const TestOptions& options, RunViews& views,
                           const std::string& slice = "");

}  // namespace dissent
