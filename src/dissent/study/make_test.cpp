#include "dissent/study/make_test.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "dissent/core/error.h"
#include "dissent/run/run_options.h"

namespace dissent {
namespace {

// The runs that have all of the metrics, compared; the others are counted.
void compare_finished(const StudyTest& test, const TestOptions& options, const StudyValues& values,
                      TestResult& found) {
  std::vector<FinishedRun> runs;
  std::map<std::string, std::size_t> at;  // by folder
  std::size_t incomplete = 0;
  for (std::size_t i = 0; i < values.runs().size(); ++i) {
    const FinishedRun& run = values.runs()[i];
    if (!test.where.matches(study_options(run.spec))) continue;
    const bool whole =
        std::all_of(options.metrics.begin(), options.metrics.end(),
                    [&](const std::string& metric) { return std::isfinite(values.value(i, metric)); });
    if (!whole) {
      ++incomplete;
      continue;
    }
    at[run.folder.string()] = i;
    runs.push_back(run);
  }
  PairOptions pairs = test.pairs;
  pairs.drop_unpaired = true;  // of a study that is not complete; they are counted
  const Pairing pairing = pair_runs(runs, pairs);
  found.unpaired = std::max(found.unpaired, incomplete + pairing.unpaired);
  CompareResult result =
      compare_runs(pairing, options,
                   {[&](const std::string& metric) { return values.column(metric).better(); },
                    [&](const FinishedRun& run, const std::string& metric) {
                      return values.value(at.at(run.folder.string()), metric);
                    }});
  std::move(result.comparisons.begin(), result.comparisons.end(),
            std::back_inserter(found.result.comparisons));
  found.result.family = std::max(found.result.family, result.family);
  for (std::string& warning : result.warnings) {
    const auto& known = found.result.warnings;
    if (std::find(known.begin(), known.end(), warning) == known.end()) {
      found.result.warnings.push_back(std::move(warning));
    }
  }
}

}  // namespace

TestResult make_test(const StudyTest& test, const StudyValues& values) {
  TestResult found;
  found.test = test;
  // Families of one metric each are apart, so that a run that lacks one metric still counts for the others.
  std::vector<TestOptions> families;
  if (test.compare.family == TestFamily::all) {
    families.push_back(test.compare);
  } else {
    for (const std::string& metric : test.compare.metrics) {
      families.push_back(test.compare);
      families.back().metrics = {metric};
    }
  }
  for (const TestOptions& family : families) {
    try {
      compare_finished(test, family, values, found);
    } catch (const Error& error) {
      found.no_result = error.what();
    }
  }
  if (!found.result.comparisons.empty()) found.no_result.clear();
  return found;
}

}  // namespace dissent
