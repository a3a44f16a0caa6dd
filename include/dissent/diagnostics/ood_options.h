// What out-of-distribution detection is told. Known without torch, for the command line and study files.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "dissent/catalog/detectors.h"
#include "dissent/core/settings.h"

namespace dissent {

struct OodOptions {
  std::vector<std::string> scores;
  int neighbours = 50;
  double temperature = 1000;
  double epsilon = 0.0014;
  bool pixel_units = false;
  bool resize = false;

  static constexpr auto fields() {
    using O = OodOptions;
    return std::tuple{
        Field{"score", &O::scores, "which scores, comma-separated: {}; all unless given", detector_list},
        Field{"neighbours", &O::neighbours, from_to(1, 1e9),
              "knn: which nearest training feature's distance counts"},
        Field{"odin-temperature", &O::temperature, above_to(0, 1e9), "odin: what logits are divided by"},
        Field{"odin-epsilon", &O::epsilon, from_to(0, 1e6),
              "odin: how far inputs are moved, in units of normalised inputs"},
        Field{"odin-pixels", &O::pixel_units, "odin: {odin-epsilon} is in units of pixels from 0 to 1"},
        Field{"resize", &O::resize, "bring outside images to the run's size (and grey ones to RGB)"},
    };
  }
};

}  // namespace dissent
