// What `dissent eval` found, before it is printed: each file of predictions on all of its items and on
// slices.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dissent/io/json.h"
#include "dissent/metrics/evaluation.h"
#include "dissent/predictions/judged.h"
#include "dissent/present/document.h"
#include "dissent/study/figure_items.h"
#include "dissent/votes/audit.h"
#include "dissent/votes/human_reference.h"

namespace dissent::cli {

// One file on one set of items.
struct EvalPart {
  std::string name;  // of the slice; empty: all
  std::size_t items = 0;
  ScoreValues scores;
  std::vector<Interval> intervals;   // by metric; empty where none were asked for
  std::vector<std::string> reasons;  // by metric: why a score is not a finite number
  std::size_t infinite = 0;
  std::vector<double> recall;           // by class
  std::optional<HumanReference> human;  // absent without vote counts
  ScoreValues class_shares, uniform;    // what constant predictions score
  std::vector<CalibrationBin> reliability;
};

// An item on which the prediction is far from the annotators.
struct EvalItem {
  std::string name;
  double kl = 0;
  std::vector<double> p, q;
};

struct EvalFile {
  std::string path;
  std::string name;  // short, for tables
  PredictionKind kind = PredictionKind::probabilities;
  std::size_t majority_ties = 0;  // labels that were drawn
  std::size_t without_gold = 0;   // items whose label is the majority for want of gold
  std::size_t replicates = 0;
  std::vector<EvalPart> parts;  // all items, then the slices
  SmoothCalibration::Curve smooth;
  std::vector<EvalItem> differ_most;
  std::vector<std::string> remarks;
  // Only where a report is asked for.
  PooledItems pooled;
  std::vector<float> q;  // [items of the votes, classes]; NaN where an item is not predicted
};

struct EvalResult {
  std::string votes;
  ClassSpace classes;
  std::string accuracy_target;     // "gold", "majority"
  std::string calibration_target;  // "gold", "majority", "soft"
  std::uint64_t seed = 0;
  std::string human_reason;    // why there is no human reference
  std::optional<Audit> audit;  // of the votes, where a file of them was read
  std::vector<EvalFile> files;
};

Json eval_json(const EvalResult& result);
void print_eval(const EvalResult& result);

// The page of it. `inputs`: pictures or texts of the items, or null.
Report eval_report(const EvalResult& result, const VoteTable& votes, std::span<const std::int32_t> gold,
                   const Inputs* inputs);

}  // namespace dissent::cli
