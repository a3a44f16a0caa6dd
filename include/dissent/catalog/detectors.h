// The scores that tell a run's own items from others, in one list (src/dissent/catalog/detectors.def), and
// what holds of each. Known without torch; room ood computes them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dissent/catalog/catalog.h"

namespace dissent {

struct DetectorEntry {
  std::string_view name;  // as in options, study files and tables
  std::string_view help;
  std::string_view label;        // for people
  bool needs_features = false;   // of the last layer, of training items, too; else logits do
  bool needs_gradients = false;  // by the inputs
};

std::span<const DetectorEntry> detectors();
// Throws for an unknown name, with the list of those that are known.
const DetectorEntry& find_detector(std::string_view name);
std::string detector_list();  // for help texts: "energy, msp, ..."

}  // namespace dissent
