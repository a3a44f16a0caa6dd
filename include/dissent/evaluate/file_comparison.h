// Files of predictions of the same items compared with each other, score by score: differences, intervals
// over resampled items, and tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dissent/evaluate/test_family.h"
#include "dissent/metrics/evaluation.h"

namespace dissent {

// flips: of the signs of the items' differences, for scores that are means over items. bootstrap: how often
// resampled items turn the difference round, for the others.
enum class DifferenceTest { none, exact_flips, drawn_flips, bootstrap };
template <>
struct Choices<DifferenceTest> {
  static constexpr Choice<DifferenceTest> list[] = {{DifferenceTest::none, "none"},
                                                    {DifferenceTest::exact_flips, "exact sign flips"},
                                                    {DifferenceTest::drawn_flips, "drawn sign flips"},
                                                    {DifferenceTest::bootstrap, "bootstrap"}};
};

struct ScoreDifference {
  const Metric* metric = nullptr;
  double first = 0, second = 0, difference = 0;  // second less first
  Interval interval;                             // 95 %, of the difference; NaN where nothing was resampled
  DifferenceTest test = DifferenceTest::none;
  std::size_t draws = 0;   // sign flips or resamplings behind p; 0: all of them
  double p = 0, holm = 0;  // two-sided; NaN without a test
};

struct FilePair {
  std::size_t first = 0, second = 0;  // of EvaluationResult::files
  std::size_t items = 0;
  std::vector<ScoreDifference> scores;  // those that have a better side; empty where there is a reason
  std::string reason;                   // why the files are not compared
};

struct FileComparison {
  TestFamily family = TestFamily::metric;
  std::vector<FilePair> pairs;
};

// What is kept of a file that was scored, on all of its items.
struct ScoredFile {
  std::vector<std::uint32_t> items;  // of the votes
  ScoreValues scores;
  std::vector<ScoreValues> resamplings;          // of one seed: the r-th has the same items in every file
  std::vector<std::vector<double>> item_values;  // by metric, as Evaluation::item_values()
};

// Every two files, in their order. Ordinal scores where the classes are `ordered`. Files of different items
// are not compared.
FileComparison compare_files(std::span<const ScoredFile> files, bool ordered, TestFamily family,
                             std::uint64_t seed);

}  // namespace dissent
