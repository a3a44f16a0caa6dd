// knn: minus the distance to the k-th nearest training feature, all features being of length 1.
#include "dissent/ood/detector.h"

namespace dissent {

Detector knn_scores;
std::vector<double> knn_scores(const DetectorInput& input) {
  std::vector<double> scores =
      input.training->distances(input.features, static_cast<std::size_t>(input.options.neighbours));
  for (double& score : scores) score = -score;
  return scores;
}

}  // namespace dissent
