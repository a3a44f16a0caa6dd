#include "metrics/scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace dissent {

void log_softmax(std::span<const float> logits, std::span<double> row) {
  const double largest = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (const float z : logits) sum += std::exp(z - largest);
  const double shift = largest + std::log(sum);
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = logits[k] - shift;
}

double cross_entropy(std::span<const double> p, std::span<const double> log_q) {
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (p[k] > 0) sum -= p[k] * log_q[k];
  }
  return sum;
}

std::size_t argmax(std::span<const float> row) {
  return static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
}

Scores score_logits(std::span<const float> logits, std::span<const double> p,
                    std::span<const std::int32_t> labels, std::size_t classes) {
  Scores scores;
  scores.items = labels.size();
  std::vector<double> log_q(classes);
  double nll = 0, entropy = 0, brier = 0;
  std::size_t correct = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto z = logits.subspan(i * classes, classes);
    const auto row = p.subspan(i * classes, classes);
    log_softmax(z, log_q);
    const double loss = cross_entropy(row, log_q);
    nll += loss;
    if (loss == std::numeric_limits<double>::infinity()) ++scores.infinite;
    for (std::size_t k = 0; k < classes; ++k) {
      if (row[k] > 0) entropy -= row[k] * std::log(row[k]);
      const double difference = std::exp(log_q[k]) - row[k];
      brier += difference * difference;
    }
    if (argmax(z) == static_cast<std::size_t>(labels[i])) ++correct;
  }
  const auto n = static_cast<double>(labels.size());
  scores.soft_nll = nll / n;
  scores.kl = (nll - entropy) / n;
  scores.soft_brier = brier / n;
  scores.accuracy = static_cast<double>(correct) / n;
  return scores;
}

double mean_cross_entropy(std::span<const float> logits, std::span<const float> targets,
                          std::size_t classes) {
  std::vector<double> log_q(classes), row(classes);
  double sum = 0;
  const std::size_t items = logits.size() / classes;
  for (std::size_t i = 0; i < items; ++i) {
    log_softmax(logits.subspan(i * classes, classes), log_q);
    std::copy_n(targets.begin() + static_cast<std::ptrdiff_t>(i * classes), classes, row.begin());
    sum += cross_entropy(row, log_q);
  }
  return sum / static_cast<double>(items);
}

}  // namespace dissent
