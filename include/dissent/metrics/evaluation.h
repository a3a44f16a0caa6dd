// Every score of predictions against annotators, over all items, a slice of them, or a resampling. Formulas,
// edge rules and directions: docs/metrics.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
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

// Different votes can have the same entropy (1/4 four times, 1/2 with 1/8 four times), and the order of a sum
// can cost a digit: entropies this close to each other are ties.
inline constexpr double kEntropyTie = 1e-12;

// NaN: not defined for these items, or not asked for.
struct ScoreValues {
  double soft_nll, kl, soft_brier, accuracy, ece, smooth_ece, entropy_corr, entropy_pearson;
  double macro_f1, cohen_kappa;  // of the likeliest class against the label
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
  int bins = 15;  // equal_mass_bins() numbers them in 16 bits
  CalibrationTarget target = CalibrationTarget::automatic;
  bool tie_safe = false;

  static constexpr auto fields() {
    using O = EvaluationOptions;
    return std::tuple{
        Field{"bins", &O::bins, from_to(1, 10'000),
              "equal-mass bins of calibration errors and of the Brier decomposition"},
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
  // What accuracy and recall compare with, and what calibration does (empty: the annotators' shares, soft).
  // An item with -1 has no label, and is left out of what needs one.
  std::vector<std::int32_t> labels, targets;
  bool ordered = false;        // the classes' order means something
  std::vector<double> values;  // where the classes lie, ascending; empty: 1, 2, 3, ...

  EvaluationInput select(std::span<const std::uint32_t> items) const;
};

// An item's own part of the scores.
struct ItemScores {
  using Column = RawVector<double>;
  Column soft_nll, soft_brier, js_distance, total_variation, entropy, predicted_entropy, confidence,
      outcome;                             // [items]; an outcome without a target is NaN
  Column ranked_probability, wasserstein;  // [items]; empty unless the classes are ordered
  std::vector<std::uint16_t> predicted;    // [items] class; ties: the lowest
  std::vector<Column> others;              // [others of ScoreValues][items]
};

// Percentile intervals over resamplings, by metric of metric_list().
std::vector<Interval> intervals_of(std::span<const ScoreValues> resamplings);

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
  std::size_t labelled() const;    // items with a label: those of accuracy
  std::size_t calibrated() const;  // items of the calibration errors
  // [items] what each item adds to a score that is a mean over items, NaN where it has no part in it; empty
  // for other scores.
  std::vector<double> item_values(const Metric& metric) const;

  // The scores of resampled items: all scores (asks for Depth::resampling), or only those that are means over
  // items, which is much faster. Two evaluations of the same items and seed draw the same items.
  // progress(done) may be empty.
  enum class Resampled { means, all };
  std::vector<ScoreValues> resamplings(Resampled which, std::size_t replicates, std::uint64_t seed,
                                       const std::function<void(std::size_t)>& progress = {}) const;
  // Percentile intervals of them, by metric of metric_list().
  std::vector<Interval> intervals(Resampled which, std::size_t replicates, std::uint64_t seed,
                                  const std::function<void(std::size_t)>& progress = {}) const;

  // [classes] share of the items with that label whose prediction is it; NaN where no item has it.
  std::vector<double> recall() const;
  const std::vector<CalibrationBin>& reliability() const;
  SmoothCalibration::Curve smooth_reliability(std::size_t points) const;
  // Why a score is NaN or infinite, where it is: "the annotators' entropy is the same on all items".
  std::string reason(const Metric& metric) const;

 private:
  void score_items(SharesByClass* shares);
  void score_calibrated(Depth depth);
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
  // Where some items have no target: those that have one, and their own evaluation, for calibration errors.
  bool partial_ = false;
  std::vector<std::uint32_t> calibrated_items_;
  std::shared_ptr<const Evaluation> calibrated_;  // null where there are none
  ScoreValues whole_;
};

}  // namespace dissent
