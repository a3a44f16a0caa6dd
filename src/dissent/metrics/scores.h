// Scores of predictions against annotators, in double from logits; pure functions over spans.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dissent {

// log softmax of one row of logits, into `row`.
void log_softmax(std::span<const float> logits, std::span<double> row);

// -sum_k p_k log q_k with 0 log 0 = 0; +inf where q_k = 0 and p_k > 0.
double cross_entropy(std::span<const double> p, std::span<const double> log_q);

std::size_t argmax(std::span<const float> row);  // ties: the lowest index

struct Scores {
  double soft_nll = 0;       // mean of -sum_k p_k log q_k
  double kl = 0;             // soft_nll less the mean entropy of p
  double soft_brier = 0;     // mean of sum_k (q_k - p_k)^2
  double accuracy = 0;       // share of items whose argmax is the label; the lowest index wins ties
  std::size_t items = 0;     // scored
  std::size_t infinite = 0;  // items with q_k = 0 where p_k > 0
};

// The same item by item, for streams that are too long to keep: sums and their number stay apart until the
// end, so that parts scored by several threads or machines can be put together.
class MeanScores {
 public:
  // log_q: normalised; predicted: the class that is likeliest.
  void add(std::span<const double> p, std::span<const double> log_q, std::size_t predicted,
           std::size_t label);
  void add(const MeanScores& other);
  Scores result() const;  // NaN where nothing was added

 private:
  double nll_ = 0, entropy_ = 0, brier_ = 0;
  std::size_t correct_ = 0, items_ = 0, infinite_ = 0;
};

// logits, p: [items, classes]; labels: [items] class indices.
Scores score_logits(std::span<const float> logits, std::span<const double> p,
                    std::span<const std::int32_t> labels, std::size_t classes);

// The mean cross-entropy alone, against target rows of single precision: a run's own kind of target.
double mean_cross_entropy(std::span<const float> logits, std::span<const float> targets, std::size_t classes);

}  // namespace dissent
