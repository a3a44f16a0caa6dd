#include "dissent/metrics/evaluation.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/text.h"
#include "dissent/core/undefined.h"
#include "dissent/metrics/distances.h"
#include "dissent/metrics/item_metrics.h"
#include "dissent/metrics/label_counts.h"
#include "dissent/metrics/order_free_sum.h"
#include "dissent/metrics/scores.h"
#include "dissent/votes/entropy.h"

namespace dissent {
namespace {

double mean_of(std::span<const double> values, Weights weights) {
  if (values.empty()) return kUndefined;
  double sum = 0;
  if (weights.empty()) {
    for (const double value : values) sum += value;
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i];
    if (std::isnan(sum)) {  // 0 times infinity: not drawn
      sum = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (weights[i] != 0) sum += weights[i] * values[i];
      }
    }
  }
  return sum / static_cast<double>(total_weight(weights, values.size()));
}

void put(ScoreValues& s, const ByClass& by_class) {
  s.classwise_ece = by_class.ece;
  s.brier_reliability = by_class.brier.reliability;
  s.brier_resolution = by_class.brier.resolution;
  s.brier_uncertainty = by_class.brier.uncertainty;
  s.brier_within_variance = by_class.brier.within_variance;
  s.brier_within_covariance = by_class.brier.within_covariance;
}

// Small entropies, of which the sum in whole numbers would keep few digits or none, are added in ascending
// order of the terms: that does not depend on the order of the classes either.
double predicted_entropy(std::span<const double> q, std::span<const double> log_q, const OrderFreeSum& sum,
                         std::vector<double>& scratch) {
  const auto term = [&](std::size_t k) { return q[k] > 0 ? -q[k] * log_q[k] : 0; };
  const double whole = sum.of(term);
  if (whole > 0x1p-20) return whole;
  scratch.clear();
  for (std::size_t k = 0; k < q.size(); ++k) scratch.push_back(term(k));
  std::sort(scratch.begin(), scratch.end());
  return std::accumulate(scratch.begin(), scratch.end(), 0.0);
}

}  // namespace

EvaluationInput EvaluationInput::select(std::span<const std::uint32_t> items) const {
  const auto chosen = [&](const std::vector<std::int32_t>& all) {
    std::vector<std::int32_t> some;
    if (all.empty()) return some;
    some.reserve(items.size());
    for (const std::uint32_t item : items) some.push_back(all[item]);
    return some;
  };
  return {q.select(items), p.select(items), chosen(labels), chosen(targets), ordered, values};
}

Evaluation::Evaluation(EvaluationInput input, const EvaluationOptions& options, Depth depth)
    : input_(std::move(input)), options_(options) {
  check_limits(options);
  if (input_.q.items() == 0) fail("there are no items to score");
  partial_ = std::find(input_.targets.begin(), input_.targets.end(), -1) != input_.targets.end();
  std::optional<SharesByClass> shares;
  if (depth != Depth::means) shares = input_.p.sparse_shares(thread_count());
  score_items(shares ? &*shares : nullptr);
  if (depth == Depth::means) {
    whole_ = means({});
    return;
  }
  by_class_.emplace(input_.q, input_.p, shares ? &*shares : nullptr, input_.targets,
                    ClassScores::Options{static_cast<std::size_t>(options_.bins),
                                         input_.targets.empty() ? ClassOutcome::share : ClassOutcome::label,
                                         depth == Depth::resampling});
  // What is computed from the items' scores and from the classes, none of which waits for another; the
  // longest first.
  double correlation = 0, linear = 0, smooth = 0;
  const std::function<void()> jobs[] = {
      [&] {
        predicted_ranks_ = rank_groups(scores_.predicted_entropy, kEntropyTie);
        entropy_ranks_ = rank_groups(scores_.entropy, kEntropyTie);
        correlation = spearman(*predicted_ranks_, *entropy_ranks_);
      },
      [&] { linear = pearson(scores_.predicted_entropy, scores_.entropy); },
      [&] {
        if (partial_) return;
        const auto bins = static_cast<std::size_t>(options_.bins);
        if (depth == Depth::resampling || options_.tie_safe) {
          sorted_.emplace(scores_.confidence, scores_.outcome);
          reliability_ = sorted_->bins(bins, options_.tie_safe);
        } else {
          reliability_ = calibration_bins(scores_.confidence, scores_.outcome, bins);
        }
      },
      [&] {
        if (!partial_) smooth = SmoothCalibration(scores_.confidence, scores_.outcome).fixed_point();
      },
      [&] { whole_ = means({}); },
  };
  parallel_jobs(std::size(jobs) + input_.q.classes(), [&](std::size_t job, std::size_t worker) {
    if (job < std::size(jobs)) {
      jobs[job]();
    } else {
      by_class_->score(job - std::size(jobs), worker);
    }
  });
  whole_.entropy_corr = correlation;
  whole_.entropy_pearson = linear;
  whole_.ece = ece(reliability_);
  whole_.smooth_ece = smooth;
  put(whole_, by_class_->whole());
  if (partial_) score_calibrated(depth);
  if (depth != Depth::resampling) {
    predicted_ranks_.reset();
    entropy_ranks_.reset();
    by_class_.reset();
  }
}

void Evaluation::score_items(SharesByClass* shares) {
  const std::size_t n = input_.q.items(), classes = input_.q.classes();
  for (auto* column : {&scores_.soft_nll, &scores_.soft_brier, &scores_.js_distance, &scores_.total_variation,
                       &scores_.entropy, &scores_.predicted_entropy, &scores_.confidence, &scores_.outcome}) {
    column->resize(n);
  }
  scores_.predicted.resize(n);
  if (input_.ordered) {
    scores_.ranked_probability.resize(n);
    scores_.wasserstein.resize(n);
  }
  const std::span<const ItemMetric> others = item_metrics();
  scores_.others.resize(others.size());
  for (auto& column : scores_.others) column.resize(n);
  parallel_pieces(n, thread_count(), [&](std::size_t begin, std::size_t end, std::size_t piece) {
    std::vector<double> p(classes), log_p(classes), q(classes), log_q(classes), scratch;
    LogMemory log;
    const OrderFreeSum sum(classes);
    for (std::size_t i = begin; i < end; ++i) {
      input_.p.row(i, p);
      if (shares != nullptr) shares->add(piece, i, p);
      input_.q.row(i, q, log_q);
      const std::size_t best = input_.q.predicted(i);
      scores_.soft_nll[i] = cross_entropy(p, log_q);
      scores_.soft_brier[i] = squared_distance(p, q);
      for (std::size_t k = 0; k < classes; ++k) {
        if (p[k] > 0) log_p[k] = log(p[k]);
      }
      scores_.js_distance[i] = js_distance(p, q, log_p, log_q);
      scores_.total_variation[i] = total_variation(p, q);
      scores_.entropy[i] = entropy(p, scratch, log);
      scores_.predicted_entropy[i] = predicted_entropy(q, log_q, sum, scratch);
      scores_.confidence[i] = q[best];
      scores_.outcome[i] = input_.targets.empty() ? p[best]
                           : input_.targets[i] < 0
                               ? kUndefined
                               : static_cast<double>(input_.targets[i] == static_cast<std::int32_t>(best));
      scores_.predicted[i] = static_cast<std::uint16_t>(best);
      if (input_.ordered) {
        scores_.ranked_probability[i] = ranked_probability(p, q);
        scores_.wasserstein[i] = wasserstein(p, q, input_.values);
      }
      for (std::size_t m = 0; m < others.size(); ++m) {
        scores_.others[m][i] =
            others[m]({p, q, log_q, input_.labels[i], best, input_.ordered, input_.values});
      }
    }
  });
  infinite_ = static_cast<std::size_t>(
      std::count(scores_.soft_nll.begin(), scores_.soft_nll.end(), std::numeric_limits<double>::infinity()));
}

ScoreValues Evaluation::means(Weights weights) const {
  ScoreValues s;
  s.soft_nll = mean_of(scores_.soft_nll, weights);
  s.entropy = mean_of(scores_.entropy, weights);
  s.kl = s.soft_nll - s.entropy;
  s.soft_brier = mean_of(scores_.soft_brier, weights);
  s.js_distance = mean_of(scores_.js_distance, weights);
  s.total_variation = mean_of(scores_.total_variation, weights);
  s.predicted_entropy = mean_of(scores_.predicted_entropy, weights);
  s.ranked_probability = mean_of(scores_.ranked_probability, weights);
  s.wasserstein = mean_of(scores_.wasserstein, weights);
  for (std::size_t m = 0; m < s.others.size(); ++m) s.others[m] = mean_of(scores_.others[m], weights);
  const LabelCounts counts(scores_.predicted, input_.labels, input_.q.classes(), weights);
  s.accuracy = counts.accuracy();
  s.macro_f1 = counts.macro_f1();
  s.cohen_kappa = counts.cohen_kappa();
  return s;
}

ScoreValues Evaluation::resampled(Weights weights) const {
  ScoreValues s = means(weights);
  s.entropy_corr = spearman(*predicted_ranks_, *entropy_ranks_, weights);
  s.entropy_pearson = pearson(scores_.predicted_entropy, scores_.entropy, weights);
  put(s, by_class_->resampled(weights));
  if (!partial_) {
    s.ece = ece(sorted_->bins(static_cast<std::size_t>(options_.bins), options_.tie_safe, weights));
    s.smooth_ece = SmoothCalibration(scores_.confidence, scores_.outcome, weights).fixed_point();
    return s;
  }
  s.ece = s.smooth_ece = s.classwise_ece = kUndefined;
  std::vector<std::uint32_t> drawn;
  drawn.reserve(calibrated_items_.size());
  for (const std::uint32_t item : calibrated_items_) drawn.push_back(weights[item]);
  if (std::all_of(drawn.begin(), drawn.end(), [](std::uint32_t weight) { return weight == 0; })) return s;
  const ScoreValues theirs = calibrated_->resampled(drawn);
  s.ece = theirs.ece;
  s.smooth_ece = theirs.smooth_ece;
  s.classwise_ece = theirs.classwise_ece;
  return s;
}

// Calibration errors of the items that have a target, as of a table of their own.
void Evaluation::score_calibrated(Depth depth) {
  for (std::uint32_t i = 0; i < items(); ++i) {
    if (input_.targets[i] >= 0) calibrated_items_.push_back(i);
  }
  whole_.ece = whole_.smooth_ece = whole_.classwise_ece = kUndefined;
  if (calibrated_items_.empty()) return;
  calibrated_ = std::make_shared<const Evaluation>(input_.select(calibrated_items_), options_, depth);
  whole_.ece = calibrated_->whole_.ece;
  whole_.smooth_ece = calibrated_->whole_.smooth_ece;
  whole_.classwise_ece = calibrated_->whole_.classwise_ece;
}

}  // namespace dissent
