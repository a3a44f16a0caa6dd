#include "metrics/by_class.h"

#include <cmath>

#include "core/large_vector.h"
#include "core/parallel.h"
#include "metrics/equal_mass.h"
#include "stats/ranks.h"

namespace dissent {
namespace {

// Of the items of a bin: their number, and sums of prediction, target, their products, and outcome.
struct BinSums {
  double n = 0, q = 0, y = 0, qq = 0, yy = 0, qy = 0, outcome = 0;
  void add(double weight, double q_here, double y_here, double outcome_here) {
    n += weight;
    q += weight * q_here;
    y += weight * y_here;
    qq += weight * q_here * q_here;
    yy += weight * y_here * y_here;
    qy += weight * q_here * y_here;
    outcome += weight * outcome_here;
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

void add_parts(ByClass& sum, const ByClass& part) {
  sum.brier.reliability += part.brier.reliability;
  sum.brier.resolution += part.brier.resolution;
  sum.brier.uncertainty += part.brier.uncertainty;
  sum.brier.within_variance += part.brier.within_variance;
  sum.brier.within_covariance += part.brier.within_covariance;
  sum.ece += part.ece;
}

}  // namespace

double ClassScores::outcome(double y, std::size_t item, std::size_t k) const {
  if (options_.outcome == ClassOutcome::share) return y;
  return static_cast<double>(labels_[item] == static_cast<std::int32_t>(k));
}

ClassScores::ClassScores(const PredictionRows& q, const TargetRows& p, std::span<const std::int32_t> labels,
                         Options options)
    : options_(options), labels_(labels) {
  const std::size_t classes = q.classes(), items = q.items();
  struct Room {
    LargeVector<double> q, y;
    std::vector<std::uint16_t> bin;
  };
  std::vector<Room> rooms(thread_count());
  std::vector<ByClass> parts(classes);
  if (options.keep) columns_.resize(classes);
  parallel_jobs(classes, [&](std::size_t k, std::size_t worker) {
    Room& room = rooms[worker];
    room.q.resize(items);
    room.y.resize(items);
    room.bin.resize(items);
    q.column(k, room.q);
    p.column(k, room.y);
    equal_mass_bins(room.q, options_.bins, room.bin);
    std::vector<BinSums> bins(options_.bins);
    for (std::size_t i = 0; i < items; ++i) {
      bins[room.bin[i]].add(1, room.q[i], room.y[i], outcome(room.y[i], i, k));
    }
    parts[k] = parts_of(bins);
    if (!options_.keep) return;
    Column& column = columns_[k];
    column.order = sorted_order(room.q);
    for (const std::uint32_t item : column.order) {
      column.q.push_back(room.q[item]);
      column.y.push_back(room.y[item]);
    }
  });
  for (const ByClass& part : parts) add_parts(whole_, part);
  whole_.ece /= static_cast<double>(classes);
}

ByClass ClassScores::resampled(Weights weights) const {
  ByClass sum;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const Column& column = columns_[k];
    std::vector<BinSums> bins(options_.bins);
    deal_into_bins(column.order, weights, bins.size(), [&](std::size_t bin, std::size_t i, double weight) {
      bins[bin].add(weight, column.q[i], column.y[i], outcome(column.y[i], column.order[i], k));
    });
    add_parts(sum, parts_of(bins));
  }
  sum.ece /= static_cast<double>(columns_.size());
  return sum;
}

}  // namespace dissent
