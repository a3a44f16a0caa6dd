#include "dissent/metrics/scores.h"

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

void MeanScores::add(std::span<const double> p, std::span<const double> log_q, std::size_t predicted,
                     std::size_t label) {
  const double loss = cross_entropy(p, log_q);
  nll_ += loss;
  infinite_ += loss == std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (p[k] > 0) entropy_ -= p[k] * std::log(p[k]);
    const double difference = std::exp(log_q[k]) - p[k];
    brier_ += difference * difference;
  }
  correct_ += predicted == label;
  ++items_;
}

void MeanScores::add(const MeanScores& other) {
  nll_ += other.nll_;
  entropy_ += other.entropy_;
  brier_ += other.brier_;
  correct_ += other.correct_;
  items_ += other.items_;
  infinite_ += other.infinite_;
}

Scores MeanScores::result() const {
  const auto n = static_cast<double>(items_);
  return {nll_ / n, (nll_ - entropy_) / n, brier_ / n, static_cast<double>(correct_) / n, items_, infinite_};
}

Scores score_logits(std::span<const float> logits, std::span<const double> p,
                    std::span<const std::int32_t> labels, std::size_t classes) {
  MeanScores scores;
  std::vector<double> log_q(classes);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto z = logits.subspan(i * classes, classes);
    log_softmax(z, log_q);
    scores.add(p.subspan(i * classes, classes), log_q, argmax(z), static_cast<std::size_t>(labels[i]));
  }
  return scores.result();
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
