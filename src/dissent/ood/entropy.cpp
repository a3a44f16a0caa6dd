// entropy: minus the entropy of the prediction, in nats.
#include <cmath>

#include "dissent/ood/detector.h"

namespace dissent {

Detector entropy_scores;
std::vector<double> entropy_scores(const DetectorInput& input) {
  return scores_of_rows(input, [](std::span<const float> logits) {
    const double total = log_sum_exp(logits);
    double sum = 0;
    for (const float logit : logits) sum += std::exp(logit - total) * (logit - total);
    return sum;
  });
}

}  // namespace dissent
