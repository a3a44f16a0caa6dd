#include "dissent/metrics/distances.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dissent {

namespace {

// (1 + t) log(1 + t) + (1 - t) log(1 - t) = sum over n of t^2n / (n (2n - 1)), to the last digit for |t| <=
// 1/32.
constexpr double kClose = 1.0 / 32;
double symmetric_term(double t) {
  const double tt = t * t;
  return tt * (1 + tt * (1.0 / 6 + tt * (1.0 / 15 + tt * (1.0 / 28 + tt * (1.0 / 45)))));
}

// far(k): p log(p / m) + q log(q / m) of a class where p and q are neither zero nor close.
template <class Far>
double js_of(std::span<const double> p, std::span<const double> q, const Far& far) {
  double sum = 0;  // KL(p || m) + KL(q || m), class by class, each term >= 0
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (p[k] == 0 || q[k] == 0) {
      sum += (p[k] + q[k]) * std::numbers::ln2;
      continue;
    }
    // With t = (p - q) / (p + q) the term is m times the symmetric one, in which nothing cancels.
    const double t = (p[k] - q[k]) / (p[k] + q[k]);
    sum += std::abs(t) > kClose ? far(k) : (p[k] + q[k]) / 2 * symmetric_term(t);
  }
  return std::sqrt(std::max(0.0, sum / 2));
}

}  // namespace

double js_distance(std::span<const double> p, std::span<const double> q) {
  return js_of(p, q, [&](std::size_t k) {
    const double mean = (p[k] + q[k]) / 2;
    return p[k] * std::log(p[k] / mean) + q[k] * std::log(q[k] / mean);
  });
}

double js_distance(std::span<const double> p, std::span<const double> q, std::span<const double> log_p,
                   std::span<const double> log_q) {
  return js_of(p, q, [&](std::size_t k) {
    return p[k] * log_p[k] + q[k] * log_q[k] - (p[k] + q[k]) * std::log((p[k] + q[k]) / 2);
  });
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
