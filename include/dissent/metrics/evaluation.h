// Every score of predictions against annotators, over all items, a slice of them, or a resampling. Formulas,
// edge rules and directions: docs/metrics.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/catalog/metrics.h"
#include "dissent/core/choice.h"
#include "dissent/core/large_vector.h"
#include "dissent/core/settings.h"
#include "dissent/metrics/by_class.h"
#include "dissent/metrics/calibration.h"
#include "dissent/metrics/prediction_rows.h"
#include "dissent/metrics/smooth_calibration.h"
#include "dissent/stats/bootstrap.h"
#include "dissent/stats/ranks.h"

namespace dissent {

// NaN: not defined for these items, or not asked for.
struct ScoreValues {
  double soft_nll, kl, soft_brier, accuracy, ece, smooth_ece, entropy_corr, entropy_pearson;
  double js_distance, total_variation, classwise_ece;
  double ranked_probability, wasserstein;  // ordered classes only
  double brier_reliability, brier_resolution, brier_uncertainty, brier_within_variance,
      brier_within_covariance;
  double entropy;              // mean, of the annotators' distributions: the floor of soft_nll
  double predicted_entropy;    // mean, of the predictions
  std::vector<double> others;  // of the metrics that have no field, in the order of metric_list()
  ScoreValues();               // all NaN

  double& operator[](const Metric& metric);  // an entry of metric_list()
  double operator[](const Metric& metric) const;
};

// What calibration compares confidence with; soft is the annotators' share of the predicted class, and
// automatic what accuracy uses.
enum class CalibrationTarget { automatic, gold, majority, soft };
template <>
struct Choices<CalibrationTarget> {
  static constexpr Choice<CalibrationTarget> list[] = {{CalibrationTarget::automatic, "auto"},
                                                       {CalibrationTarget::gold, "gold"},
                                                       {CalibrationTarget::majority, "majority"},
                                                       {CalibrationTarget::soft, "soft"}};
};

struct EvaluationOptions {
  int bins = 15;
  CalibrationTarget target = CalibrationTarget::automatic;
  bool tie_safe = false;

  static constexpr auto fields() {
    using O = EvaluationOptions;
    return std::tuple{
        Field{"bins", &O::bins, "equal-mass bins of calibration errors and of the Brier decomposition"},
        Field{"target", &O::target,
              "what calibration compares confidence with: gold, majority, soft (the annotators' share of the "
              "predicted class), or auto: what accuracy uses"},
        Field{"tie-safe", &O::tie_safe,
              "equal confidences share their mean outcome, so that ece does not depend on the items' order"},
    };
  }
};

// What is scored, and against what: predictions, targets and labels of the same items in the same order.
struct EvaluationInput {
  PredictionRows q;
  TargetRows p;
  std::vector<std::int32_t> labels;   // what accuracy and recall compare with
  std::vector<std::int32_t> targets;  // what calibration compares with; empty: the annotators' shares (soft)
  bool ordered = false;               // the classes' order means something
  std::vector<double> values;         // where the classes lie, ascending; empty: 1, 2, 3, ...

  EvaluationInput select(std::span<const std::uint32_t> items) const;
};

// An item's own part of the scores.
struct ItemScores {
  using Column = RawVector<double>;
  Column soft_nll, soft_brier, js_distance, total_variation, entropy, predicted_entropy, confidence,
      outcome;                             // [items]
  Column ranked_probability, wasserstein;  // [items]; empty unless the classes are ordered
  std::vector<std::uint16_t> predicted;    // [items] class; ties: the lowest
  std::vector<Column> others;              // [others of ScoreValues][items]
};

class Evaluation {
 public:
  // means: only the scores that are means over items. resampling: all, and what intervals of all need is
  // kept.
  enum class Depth { means, scores, resampling };
  Evaluation(EvaluationInput input, const EvaluationOptions& options, Depth depth = Depth::scores);

  std::size_t items() const { return scores_.soft_nll.size(); }
  const EvaluationInput& input() const { return input_; }
  const ItemScores& item_scores() const { return scores_; }
  std::size_t infinite() const {
    return infinite_;
  }  // items with q = 0 where humans voted: soft_nll is infinite

  const ScoreValues& scores() const { return whole_; }
  // Percentile intervals over resampled items, by metric of metric_list(): of all scores (asks for
  // Depth::resampling), or only of those that are means over items, which is much faster. progress(done) may
  // be empty.
  enum class Resampled { means, all };
  std::vector<Interval> intervals(Resampled which, std::size_t replicates, std::uint64_t seed,
                                  const std::function<void(std::size_t)>& progress = {}) const;

  // [classes] share of the items with that label whose prediction is it; NaN where no item has it.
  std::vector<double> recall() const;
  const std::vector<CalibrationBin>& reliability() const { return reliability_; }
  SmoothCalibration::Curve smooth_reliability(std::size_t points) const;
  // Why a score is NaN or infinite, where it is: "the annotators' entropy is the same on all items".
  std::string reason(const Metric& metric) const;

 private:
  void score_items(SharesByClass* shares);
  ScoreValues means(Weights weights) const;
  ScoreValues resampled(Weights weights) const;

  EvaluationInput input_;
  EvaluationOptions options_;
  ItemScores scores_;
  std::size_t infinite_ = 0;
  std::vector<CalibrationBin> reliability_;
  std::optional<SortedOutcomes> sorted_;
  std::optional<RankGroups> entropy_ranks_, predicted_ranks_;
  std::optional<ClassScores> by_class_;
  ScoreValues whole_;
};

}  // namespace dissent
