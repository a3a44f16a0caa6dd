// Any model's predictions scored against annotators: all scores with their intervals, on all items and on
// slices of them, beside what people and constant guesses score.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "dissent/core/monitor.h"
#include "dissent/core/settings.h"
#include "dissent/evaluate/annotations.h"
#include "dissent/evaluate/evaluation_result.h"
#include "dissent/predictions/matched_predictions.h"
#include "dissent/predictions/predictions.h"

namespace dissent {

// What accuracy compares with; automatic: gold where there is some, else the majority. Items without gold are
// left out of it, unless gold_or_majority takes the majority of their votes.
enum class AccuracyTarget { automatic, gold, majority, gold_or_majority };
template <>
struct Choices<AccuracyTarget> {
  static constexpr Choice<AccuracyTarget> list[] = {{AccuracyTarget::automatic, "auto"},
                                                    {AccuracyTarget::gold, "gold"},
                                                    {AccuracyTarget::majority, "majority"},
                                                    {AccuracyTarget::gold_or_majority, "gold-or-majority"}};
};

struct EvaluateOptions {
  std::vector<std::string> slices{"entropy-top:0.05"};
  std::string columns{};
  std::string bootstrap = "auto";
  std::uint64_t seed = 0;
  std::size_t top = 5;
  AccuracyTarget accuracy_target = AccuracyTarget::automatic;
  TestFamily family = TestFamily::metric;
  std::string columns_item{};  // the column of `columns` that names the item; found by its name where empty
  bool keep_items = false;     // fills FileEvaluation::items
  MatchOptions match{};
  EvaluationOptions scores{};
  PredictionOptions reading{};  // of files that are given by their paths

  static constexpr auto fields() {
    using O = EvaluateOptions;
    return std::tuple{
        Field{"slice", &O::slices,
              "items to score apart, beside all: entropy-top:SHARE, class, class:NAME, votes, votes:3..5, "
              "column:NAME, none; may be given several times"},
        Field{"columns", &O::columns,
              "file of the column of {slice} column:NAME; default: that of the votes"},
        Field{
            "bootstrap", &O::bootstrap,
            "resamplings of the items for 95 % intervals; 0: none; auto: 1000, fewer for millions of items"},
        Field{"seed", &O::seed, from_up(0), "of the resampling"},
        Field{
            "accuracy-target", &O::accuracy_target,
            "what accuracy compares with: gold (of the items that have it), majority, gold-or-majority (the "
            "majority where there is no gold), or auto: gold where there is some, else the majority"},
        Field{"family", &O::family,
              "several files: which tests of their differences Holm's correction takes together: metric (all "
              "of "
              "one score) or all"},
        Field{"top", &O::top, from_up(0), "how many of the items to show where model and humans differ most"},
    };
  }
};

// Throws where an option cannot be right, before anything is read.
void check_options(const EvaluateOptions& options);

// Scores every file, in the given order. Progress counts the resamplings of each set of items. Throws where a
// file does not fit the votes, where an option is wrong, and where `monitor` asks to stop.
EvaluationResult evaluate(const Annotations& annotations, std::span<const PredictionFile> files,
                          const EvaluateOptions& options = {}, Monitor& monitor = Monitor::quiet());
// The same of files that are read one after the other.
EvaluationResult evaluate(const Annotations& annotations, std::span<const std::filesystem::path> files,
                          const EvaluateOptions& options = {}, Monitor& monitor = Monitor::quiet());

}  // namespace dissent
