// msp: the largest probability.
#include <algorithm>
#include <cmath>

#include "dissent/ood/detector.h"

namespace dissent {

Detector msp_scores;
std::vector<double> msp_scores(const DetectorInput& input) {
  return scores_of_rows(input, [](std::span<const float> logits) {
    return std::exp(*std::max_element(logits.begin(), logits.end()) - log_sum_exp(logits));
  });
}

}  // namespace dissent
