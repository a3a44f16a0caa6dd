#include "dissent/predictions/class_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dissent/stats/assignment.h"
#include "dissent/stats/sign_flips.h"

namespace dissent {
namespace {

constexpr double kLeast = 1e-12, kMargin = 0.1, kMostP = 0.005;

using Order = std::vector<std::size_t>;  // [columns] class

// -log q of a row's columns beside the annotators' shares.
class Rows {
 public:
  Rows(const PredictionRows& q, const TargetRows& p)
      : q_(q), p_(p), shares_(q.classes()), q_row_(q.classes()), cost_(q.classes()) {}

  std::size_t items() const { return q_.items(); }
  std::size_t classes() const { return q_.classes(); }
  void read(std::size_t item) {
    p_.row(item, shares_);
    q_.row(item, q_row_, cost_);
    for (double& cost : cost_) cost = -std::max(cost, std::log(kLeast));
  }
  // Column by class.
  void add(std::vector<double>& sums) const {
    for (std::size_t k = 0; k < classes(); ++k) {
      if (shares_[k] == 0) continue;
      for (std::size_t column = 0; column < classes(); ++column) {
        sums[column * classes() + k] += shares_[k] * cost_[column];
      }
    }
  }
  double nll(const Order& order) const {
    double sum = 0;
    for (std::size_t column = 0; column < classes(); ++column) sum += shares_[order[column]] * cost_[column];
    return sum;
  }

 private:
  const PredictionRows& q_;
  const TargetRows& p_;
  std::vector<double> shares_, q_row_, cost_;
};

// Column by class: the covariance over the items of what the column says and the share that chose the class.
// A model that says too much of a class on every item has the same ones as a model that does not.
std::vector<double> covariances(const PredictionRows& q, const TargetRows& p) {
  const std::size_t classes = q.classes(), n = q.items();
  std::vector<double> row(classes), log_row(classes), shares(classes), mean_q(classes), mean_p(classes);
  std::vector<double> products(classes * classes);
  for (std::size_t i = 0; i < n; ++i) {
    q.row(i, row, log_row);
    p.row(i, shares);
    for (std::size_t k = 0; k < classes; ++k) {
      mean_q[k] += row[k] / static_cast<double>(n);
      mean_p[k] += shares[k] / static_cast<double>(n);
    }
    for (std::size_t k = 0; k < classes; ++k) {
      if (shares[k] == 0) continue;
      for (std::size_t column = 0; column < classes; ++column) {
        products[column * classes + k] += shares[k] * row[column] / static_cast<double>(n);
      }
    }
  }
  for (std::size_t column = 0; column < classes; ++column) {
    for (std::size_t k = 0; k < classes; ++k) products[column * classes + k] -= mean_q[column] * mean_p[k];
  }
  return products;
}

double total(const std::vector<double>& costs, const Order& order) {
  double sum = 0;
  for (std::size_t column = 0; column < order.size(); ++column) {
    sum += costs[column * order.size() + order[column]];
  }
  return sum;
}

// Of orders that cost the same (classes that nobody chose), the one that leaves columns where they are.
Order best_order(std::vector<double> costs, std::size_t classes) {
  const double largest = *std::max_element(costs.begin(), costs.end());
  for (std::size_t k = 0; k < classes; ++k) costs[k * classes + k] -= 1e-9 * largest;
  return cheapest_assignment(costs, classes);
}

}  // namespace

std::vector<std::string> classes_of_columns(const BetterOrder& order, const ClassSpace& classes) {
  std::vector<std::string> names;
  for (const std::size_t k : order.class_of_column) names.push_back(classes.names[k]);
  return names;
}

std::optional<BetterOrder> better_class_order(const PredictionRows& q, const TargetRows& p) {
  Rows rows(q, p);
  const std::size_t classes = rows.classes(), n = rows.items();
  if (classes < 2 || classes > kMostOrderedClasses || n < 2) return std::nullopt;
  std::vector<double> halves[2] = {std::vector<double>(classes * classes),
                                   std::vector<double>(classes * classes)};
  for (std::size_t i = 0; i < n; ++i) {
    rows.read(i);
    rows.add(halves[i % 2]);
  }
  std::vector<double> costs(classes * classes);
  std::transform(halves[0].begin(), halves[0].end(), halves[1].begin(), costs.begin(), std::plus<>());
  Order assumed(classes);
  std::iota(assumed.begin(), assumed.end(), std::size_t{0});
  const Order best = best_order(costs, classes);
  const auto mean = [&](const Order& order) { return total(costs, order) / static_cast<double>(n); };
  const double now = mean(assumed), then = mean(best);
  if (!(now - then > kMargin * now)) return std::nullopt;

  const Order of_half[2] = {best_order(halves[0], classes), best_order(halves[1], classes)};
  std::vector<double> gains(n);
  for (std::size_t i = 0; i < n; ++i) {
    rows.read(i);
    gains[i] = rows.nll(assumed) - rows.nll(of_half[1 - i % 2]);
  }
  const double gain = std::accumulate(gains.begin(), gains.end(), 0.0) / static_cast<double>(n);
  if (!(gain > kMargin * now)) return std::nullopt;
  const std::size_t replicates = std::clamp<std::size_t>(100'000'000 / n, 100, 1000);
  const Interval interval = bootstrap_mean(gains, replicates, 0);
  if (!(interval.low > 0)) return std::nullopt;
  // Of few items such an interval is too narrow: the gains of 10 agree by chance now and then.
  if (sign_flips(gains, std::max<std::size_t>(replicates, 999), 0).p > kMostP) return std::nullopt;
  // A model that prefers a class everywhere gains by another order, too, although its columns rise and fall
  // with the classes that they are taken for: that is no other order.
  const std::vector<double> together = covariances(q, p);
  if (!(total(together, best) > total(together, assumed))) return std::nullopt;
  return BetterOrder{best, now, then, interval};
}

}  // namespace dissent
