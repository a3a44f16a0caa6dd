// margin: the largest logit less the second largest.
#include <algorithm>
#include <array>

#include "dissent/ood/detector.h"

namespace dissent {

Detector margin_scores;
std::vector<double> margin_scores(const DetectorInput& input) {
  return scores_of_rows(input, [](std::span<const float> logits) {
    if (logits.size() < 2) return 0.0;
    std::array<float, 2> top{};
    std::partial_sort_copy(logits.begin(), logits.end(), top.begin(), top.end(), std::greater<>());
    return static_cast<double>(top[0]) - static_cast<double>(top[1]);
  });
}

}  // namespace dissent
