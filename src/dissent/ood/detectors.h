// Scores that tell known inputs from others: higher is more in-distribution. docs/ood.md has the formulas.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "dissent/geometry/labelled_items.h"
#include "dissent/model/network.h"
#include "dissent/train/input_reader.h"

namespace dissent {

// In the order in which they are shown: energy, msp, entropy, margin (from logits alone), odin, knn.
std::span<const std::string_view> detector_names();

// A score of every row of logits [n, classes]; `name` is one of the first four.
std::vector<double> logit_scores(std::string_view name, std::span<const float> logits, std::size_t classes);

struct OdinOptions {
  double temperature = 1000;
  double epsilon = 0.0014;
  bool pixel_units = false;  // epsilon is of pixels in [0, 1], not of normalised inputs
};
// Inputs moved a little towards what the network takes them for, and its largest probability then.
// `after_batch` as in predict().
std::vector<double> odin_scores(Network& network, const InputReader& reader,
                                std::span<const std::uint32_t> items, const OdinOptions& options,
                                const Compute& compute,
                                const std::function<void(std::size_t)>& after_batch = {});

}  // namespace dissent
