// energy: log sum_k exp(z_k).
#include <algorithm>
#include <cmath>

#include "dissent/ood/detector.h"

namespace dissent {

double log_sum_exp(std::span<const float> logits) {
  const double most = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (const float logit : logits) sum += std::exp(logit - most);
  return most + std::log(sum);
}

Detector energy_scores;
std::vector<double> energy_scores(const DetectorInput& input) {
  return scores_of_rows(input, log_sum_exp);
}

}  // namespace dissent
