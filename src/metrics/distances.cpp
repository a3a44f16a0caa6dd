#include "metrics/distances.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dissent {

namespace {

// (1 + t) log(1 + t) + (1 - t) log(1 - t) = sum over n of t^2n / (n (2n - 1)), to the last digit for |t| <=
// 1/4.
double symmetric_term(double t) {
  constexpr int kTerms = 12;
  const double tt = t * t;
  double sum = 0;
  for (int n = kTerms; n >= 1; --n) sum = sum * tt + 1.0 / (n * (2 * n - 1));
  return sum * tt;
}

}  // namespace

double js_distance(std::span<const double> p, std::span<const double> q) {
  double sum = 0;  // KL(p || m) + KL(q || m), class by class, each term >= 0
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (p[k] == q[k]) continue;
    if (p[k] == 0 || q[k] == 0) {
      sum += (p[k] + q[k]) * std::numbers::ln2;
      continue;
    }
    // p log(p/m) + q log(q/m); with t = (p - q) / (p + q) that is m times the symmetric term, in which
    // nothing cancels where p and q are close.
    const double mean = (p[k] + q[k]) / 2;
    const double t = (p[k] - q[k]) / (p[k] + q[k]);
    sum += std::abs(t) > 0.25 ? p[k] * std::log(p[k] / mean) + q[k] * std::log(q[k] / mean)
                              : mean * symmetric_term(t);
  }
  return std::sqrt(std::max(0.0, sum / 2));
}

double total_variation(std::span<const double> p, std::span<const double> q) {
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) sum += std::abs(p[k] - q[k]);
  return sum / 2;
}

double squared_distance(std::span<const double> p, std::span<const double> q) {
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) sum += (q[k] - p[k]) * (q[k] - p[k]);
  return sum;
}

double ranked_probability(std::span<const double> p, std::span<const double> q) {
  double sum = 0, ahead = 0;  // ahead: the difference of the cumulated probabilities
  for (std::size_t k = 0; k + 1 < p.size(); ++k) {
    ahead += q[k] - p[k];
    sum += ahead * ahead;
  }
  return sum;
}

double wasserstein(std::span<const double> p, std::span<const double> q, std::span<const double> values) {
  double sum = 0, ahead = 0;
  for (std::size_t k = 0; k + 1 < p.size(); ++k) {
    ahead += q[k] - p[k];
    sum += std::abs(ahead) * (values.empty() ? 1 : values[k + 1] - values[k]);
  }
  return sum;
}

}  // namespace dissent
