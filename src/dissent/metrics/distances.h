// How far a predicted distribution lies from the annotators', for one item; pure functions over spans, with
// 0 log 0 = 0. Formulas: docs/metrics.md.
#pragma once

#include <span>

namespace dissent {

// sqrt(KL(p || m) / 2 + KL(q || m) / 2), m the mean of the two; from 0 to sqrt(log 2).
double js_distance(std::span<const double> p, std::span<const double> q);
// The same with the logarithms at hand, those of zeros not being read.
double js_distance(std::span<const double> p, std::span<const double> q, std::span<const double> log_p,
                   std::span<const double> log_q);
double total_variation(std::span<const double> p, std::span<const double> q);  // sum_k |p_k - q_k| / 2
double squared_distance(std::span<const double> p, std::span<const double> q);

// For ordered classes. The ranked probability score: sum over k < K of the squared difference of the
// cumulated probabilities.
double ranked_probability(std::span<const double> p, std::span<const double> q);
// Wasserstein-1: the least probability mass times distance that turns one into the other. Classes lie at
// `values`, ascending, or at 1, 2, 3, ... where that is empty.
double wasserstein(std::span<const double> p, std::span<const double> q, std::span<const double> values);

}  // namespace dissent
