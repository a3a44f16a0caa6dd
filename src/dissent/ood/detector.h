// A detector: a score of every item that is higher for what looks more in-distribution. docs/ood.md has the
// formulas; one file a detector.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "dissent/diagnostics/ood_options.h"
#include "dissent/geometry/labelled_items.h"
#include "dissent/model/network.h"
#include "dissent/ood/neighbours.h"
#include "dissent/train/network_inputs.h"

namespace dissent {

// What a run says of items, and the run itself for detectors that ask more of it.
struct DetectorInput {
  std::span<const float> logits = {};  // [items, classes]
  std::size_t classes = 0;
  std::span<const float> features = {};  // [items, width], for detectors that need them
  const Neighbours* training = nullptr;  // the training items' features, for the same
  Network* network = nullptr;            // for detectors that need gradients
  const InputReader* reader = nullptr;
  std::span<const std::uint32_t> items = {};
  OodOptions options = {};
  Compute compute = {};
  std::function<void(std::size_t)> after_batch = {};  // told how many items are done; may be empty
};
using Detector = std::vector<double>(const DetectorInput& input);  // [items]

// The detector of that name; an unknown one is an error.
std::vector<double> detector_scores(std::string_view name, const DetectorInput& input);

// A score of each row of logits.
template <class Score>
std::vector<double> scores_of_rows(const DetectorInput& input, const Score& score) {
  std::vector<double> scores(input.logits.size() / input.classes);
  for (std::size_t i = 0; i < scores.size(); ++i)
    scores[i] = score(input.logits.subspan(i * input.classes, input.classes));
  return scores;
}

// log sum_k exp(z_k), of one row.
double log_sum_exp(std::span<const float> logits);

}  // namespace dissent
