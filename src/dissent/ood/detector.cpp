#include "dissent/ood/detector.h"

#include "dissent/catalog/detectors.h"

namespace dissent {

#define DISSENT_DETECTOR(identifier, ...) Detector identifier##_scores;
#include "dissent/catalog/detectors.def"

std::vector<double> detector_scores(std::string_view name, const DetectorInput& input) {
  static constexpr Detector* scores[] = {
#define DISSENT_DETECTOR(identifier, ...) identifier##_scores,
#include "dissent/catalog/detectors.def"
  };
  return scores[entry_index(detectors(), find_detector(name))](input);
}

}  // namespace dissent
