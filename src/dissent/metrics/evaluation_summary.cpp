// What is asked of an Evaluation once its items are scored: resamplings, recall, curves, and why a score is
// not a number.
#include <algorithm>
#include <cmath>
#include <mutex>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/text.h"
#include "dissent/core/undefined.h"
#include "dissent/metrics/evaluation.h"
#include "dissent/metrics/item_metrics.h"
#include "dissent/metrics/label_counts.h"

namespace dissent {
namespace {}  // namespace

std::vector<ScoreValues> Evaluation::resamplings(Resampled which, std::size_t replicates, std::uint64_t seed,
                                                 const std::function<void(std::size_t)>& progress) const {
  std::vector<ScoreValues> drawn(replicates);
  std::vector<std::vector<std::uint32_t>> rooms(thread_count(), std::vector<std::uint32_t>(items()));
  std::size_t done = 0;
  std::mutex reporting;
  parallel_jobs(replicates, [&](std::size_t r, std::size_t worker) {
    std::vector<std::uint32_t>& weights = rooms[worker];
    resample(seed, r, weights);
    drawn[r] = which == Resampled::means ? means(weights) : resampled(weights);
    if (!progress) return;
    const std::lock_guard lock(reporting);
    progress(++done);
  });
  return drawn;
}

std::vector<Interval> intervals_of(std::span<const ScoreValues> resamplings) {
  std::vector<Interval> intervals;
  for (const Metric& metric : metric_list()) {
    std::vector<double> values;
    values.reserve(resamplings.size());
    for (const ScoreValues& scores : resamplings) values.push_back(scores[metric]);
    intervals.push_back(percentile_interval(std::move(values)));
  }
  return intervals;
}

std::vector<Interval> Evaluation::intervals(Resampled which, std::size_t replicates, std::uint64_t seed,
                                            const std::function<void(std::size_t)>& progress) const {
  return intervals_of(resamplings(which, replicates, seed, progress));
}

std::size_t Evaluation::labelled() const {
  return static_cast<std::size_t>(std::count_if(input_.labels.begin(), input_.labels.end(),
                                                [](std::int32_t label) { return label >= 0; }));
}

std::size_t Evaluation::calibrated() const {
  return partial_ ? calibrated_items_.size() : items();
}

std::vector<double> Evaluation::item_values(const Metric& metric) const {
  const auto copy = [](const ItemScores::Column& column) {
    return std::vector<double>(column.begin(), column.end());
  };
  const std::pair<std::string_view, const ItemScores::Column*> columns[] = {
      {"soft_nll", &scores_.soft_nll},
      {"soft_brier", &scores_.soft_brier},
      {"js_distance", &scores_.js_distance},
      {"total_variation", &scores_.total_variation},
      {"entropy", &scores_.entropy},
      {"predicted_entropy", &scores_.predicted_entropy},
      {"ranked_probability", &scores_.ranked_probability},
      {"wasserstein", &scores_.wasserstein}};
  for (const auto& [name, column] : columns) {
    if (metric.name == name) return copy(*column);
  }
  std::vector<double> values;
  if (metric.name == "kl") {
    for (std::size_t i = 0; i < items(); ++i) values.push_back(scores_.soft_nll[i] - scores_.entropy[i]);
  } else if (metric.name == "accuracy") {
    for (std::size_t i = 0; i < items(); ++i) {
      const std::int32_t label = input_.labels[i];
      values.push_back(label < 0 ? kUndefined : static_cast<double>(scores_.predicted[i] == label));
    }
  } else if (const auto other = other_index(metric)) {
    values = copy(scores_.others[*other]);
  }
  return values;
}

std::vector<double> Evaluation::recall() const {
  return LabelCounts(scores_.predicted, input_.labels, input_.q.classes()).recall();
}

const std::vector<CalibrationBin>& Evaluation::reliability() const {
  return calibrated_ ? calibrated_->reliability_ : reliability_;
}

SmoothCalibration::Curve Evaluation::smooth_reliability(std::size_t points) const {
  if (partial_) return calibrated_ ? calibrated_->smooth_reliability(points) : SmoothCalibration::Curve{};
  return SmoothCalibration(scores_.confidence, scores_.outcome).curve(whole_.smooth_ece, points);
}

std::string Evaluation::reason(const Metric& metric) const {
  const double value = whole_[metric];
  if (std::isinf(value)) {
    return fmt::format("infinite: on {} items a class that humans chose has probability 0", infinite_);
  }
  if (!std::isnan(value)) return {};
  if (metric.ordinal && !input_.ordered) {
    return "the classes have no order";
  }
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), metric.name) != names.end();
  };
  if (is_one_of({"ece", "smooth_ece", "classwise_ece"})) return "none of the items has a gold label";
  if (is_one_of({"accuracy", "macro_f1", "cohen_kappa"})) {
    return labelled() == 0 ? "none of the items has a gold label"
                           : "labels and predictions are all of one class";
  }
  if (items() < 2) return "there is only one item";
  const std::size_t groups = rank_groups(scores_.entropy, kEntropyTie).count;
  return fmt::format("the entropy of {} is the same on all items",
                     groups == 1 ? "the annotators" : "the predictions");
}

}  // namespace dissent
