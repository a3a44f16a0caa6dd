#include "dissent/metrics/by_class.h"

#include <cmath>

#include "dissent/core/parallel.h"
#include "dissent/metrics/equal_mass.h"
#include "dissent/stats/ranks.h"

namespace dissent {
namespace {

// Of the items of a bin: their number, and sums of prediction, target, their products, and outcome.
struct BinSums {
  double n = 0, q = 0, y = 0, qq = 0, yy = 0, qy = 0, outcome = 0;
  void add_prediction(double weight, double q_here) {
    n += weight;
    q += weight * q_here;
    qq += weight * q_here * q_here;
  }
  void add_target(double weight, double q_here, double y_here) {
    y += weight * y_here;
    yy += weight * y_here * y_here;
    qy += weight * q_here * y_here;
  }
};

ByClass parts_of(const std::vector<BinSums>& bins) {
  double n = 0, y_sum = 0, yy_sum = 0;
  for (const BinSums& bin : bins) {
    n += bin.n;
    y_sum += bin.y;
    yy_sum += bin.yy;
  }
  const double mean_y = y_sum / n;
  ByClass parts;
  parts.brier.uncertainty = yy_sum / n - mean_y * mean_y;
  for (const BinSums& bin : bins) {
    if (bin.n == 0) continue;
    const double share = bin.n / n, q = bin.q / bin.n, y = bin.y / bin.n;
    parts.brier.reliability += share * (q - y) * (q - y);
    parts.brier.resolution += share * (y - mean_y) * (y - mean_y);
    parts.brier.within_variance += share * (bin.qq / bin.n - q * q);
    parts.brier.within_covariance += share * (bin.qy / bin.n - q * y);
    parts.ece += share * std::abs(q - bin.outcome / bin.n);
  }
  return parts;
}

}  // namespace

ClassScores::ClassScores(const PredictionRows& q, const TargetRows& p, const SharesByClass* shares,
                         std::span<const std::int32_t> labels, Options options)
    : q_(&q),
      p_(&p),
      shares_(shares),
      labels_(labels),
      options_(options),
      rooms_(thread_count()),
      parts_(q.classes()),
      columns_(options.keep ? q.classes() : 0) {}

double ClassScores::outcome(double y, std::size_t item, std::size_t k) const {
  if (options_.outcome == ClassOutcome::share) return y;
  return static_cast<double>(labels_[item] == static_cast<std::int32_t>(k));
}

void ClassScores::score(std::size_t k, std::size_t worker) {
  Room& room = rooms_[worker];
  const std::size_t items = q_->items();
  room.q.resize(items);
  room.bin.resize(items);
  q_->column(k, room.q);
  equal_mass_bins(room.q, options_.bins, room.bin);
  std::vector<BinSums> bins(options_.bins);
  for (std::size_t i = 0; i < items; ++i) {
    bins[room.bin[i]].add_prediction(1, room.q[i]);
    if (options_.outcome == ClassOutcome::label) bins[room.bin[i]].outcome += outcome(0, i, k);
  }
  const bool dense = shares_ == nullptr || options_.keep;  // whether zeros are written out
  if (dense) {
    room.y.assign(items, 0);
    if (shares_ == nullptr) p_->column(k, room.y);
  }
  const auto add_target = [&](std::size_t i, double y) {
    bins[room.bin[i]].add_target(1, room.q[i], y);
    if (options_.outcome == ClassOutcome::share) bins[room.bin[i]].outcome += y;
    if (dense) room.y[i] = y;
  };
  if (shares_ != nullptr) {
    shares_->for_each(k, add_target);
  } else {
    for (std::size_t i = 0; i < items; ++i) add_target(i, room.y[i]);
  }
  parts_[k] = parts_of(bins);
  if (!options_.keep) return;
  Column& column = columns_[k];
  column.order = sorted_order(room.q);
  for (const std::uint32_t item : column.order) {
    column.q.push_back(room.q[item]);
    column.y.push_back(room.y[item]);
  }
}

ByClass ClassScores::sum_of(const std::vector<ByClass>& parts) const {
  ByClass sum;
  for (const ByClass& part : parts) {
    sum.brier.reliability += part.brier.reliability;
    sum.brier.resolution += part.brier.resolution;
    sum.brier.uncertainty += part.brier.uncertainty;
    sum.brier.within_variance += part.brier.within_variance;
    sum.brier.within_covariance += part.brier.within_covariance;
    sum.ece += part.ece / static_cast<double>(parts.size());
  }
  return sum;
}

ByClass ClassScores::whole() {
  rooms_.clear();
  return sum_of(parts_);
}

ByClass ClassScores::resampled(Weights weights) const {
  std::vector<ByClass> parts;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const Column& column = columns_[k];
    std::vector<BinSums> bins(options_.bins);
    deal_into_bins(column.order, weights, bins.size(), [&](std::size_t bin, std::size_t i, double weight) {
      bins[bin].add_prediction(weight, column.q[i]);
      bins[bin].add_target(weight, column.q[i], column.y[i]);
      bins[bin].outcome += weight * outcome(column.y[i], column.order[i], k);
    });
    parts.push_back(parts_of(bins));
  }
  return sum_of(parts);
}

}  // namespace dissent
