// What an evaluation found: every file of predictions, scored on all of its items and on slices of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dissent/evaluate/file_comparison.h"
#include "dissent/metrics/evaluation.h"
#include "dissent/predictions/class_order.h"
#include "dissent/votes/audit.h"
#include "dissent/votes/human_reference.h"

namespace dissent {

// The scores of one file on one set of items. Vectors "by metric" have the order of metric_list().
struct SliceScores {
  std::string name;  // of the slice; empty: all items
  std::size_t items = 0;
  std::size_t labelled = 0;    // items that accuracy and recall are of: those with a label
  std::size_t calibrated = 0;  // items that calibration errors are of
  ScoreValues scores;
  std::vector<Interval> intervals;      // by metric, 95 %; empty where none were asked for
  std::vector<std::string> reasons;     // by metric: why a score is not a finite number; else empty
  std::size_t infinite = 0;             // items on which soft_nll is infinite
  std::vector<double> recall;           // [classes]
  std::optional<HumanReference> human;  // absent where there are no vote counts to estimate it from
  ScoreValues class_shares, uniform;    // what the same guess for every item scores
  std::vector<CalibrationBin> reliability;

  // What people score by this metric when an item's other votes predict each vote; NaN where not known.
  double human_score(const Metric& metric) const;
};

// An item on which the prediction is far from the annotators.
struct DifferingItem {
  std::string name;
  double kl = 0;             // of the prediction from the annotators' distribution
  std::vector<double> p, q;  // [classes] of the annotators, of the prediction
};

// What figures of single items are made from.
struct ScoredItems {
  std::vector<double> confidence, outcome;         // [items that calibration errors are of]
  std::vector<double> predicted_entropy, entropy;  // [scored items]
  std::vector<float> q;  // [items of the votes, classes]; NaN where an item is not predicted
};

struct FileEvaluation {
  std::string path;
  std::string name;  // short, for tables
  PredictionKind kind = PredictionKind::probabilities;
  std::size_t majority_ties = 0;  // items whose label was drawn, because their majority is tied
  std::size_t without_gold = 0;   // items without a gold label, where others have one
  ClassSource class_source = ClassSource::assumed;  // who says which class a column is
  std::optional<BetterOrder> better_order;          // of an assumed one, where another fits far better
  bool labels = false;                              // one label an item, scored as a probability of 1
  std::size_t replicates = 0;                       // resamplings behind the intervals
  std::vector<SliceScores> parts;                   // all items, then the slices
  SmoothCalibration::Curve smooth;
  std::vector<DifferingItem> differ_most;  // by kl, the largest first
  std::vector<std::string> remarks;        // how the file was read and matched
  std::vector<std::string> warnings;       // what may be wrong with it
  std::optional<ScoredItems> items;        // where EvaluateOptions::keep_items asks for them
};

struct EvaluationResult {
  std::string votes;  // the name of the annotations
  ClassSpace classes;
  std::string accuracy_target;     // "gold", "majority" or "gold-or-majority"
  std::string calibration_target;  // the same, or "soft"
  std::uint64_t seed = 0;          // of the resampling
  std::string human_reason;        // why there is no human reference; empty where there is one
  std::optional<Audit> audit;      // of the votes, where a file of them was read
  std::vector<FileEvaluation> files;
  std::optional<FileComparison> comparison;  // of several files
};

}  // namespace dissent
