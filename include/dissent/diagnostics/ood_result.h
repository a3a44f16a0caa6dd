// How well finished runs tell their own evaluation items from inputs from elsewhere: each detector's AUROC,
// FPR95 and AUPR by run and outside set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dissent/stats/detection.h"

namespace dissent {

struct DetectorResult {
  std::string detector;  // "energy"
  Detection detection;
};

// One run against one outside set.
struct OodSet {
  std::string set;           // its name
  std::size_t items = 0;     // of it
  std::size_t in_items = 0;  // the run's evaluation items
  std::vector<DetectorResult> detectors;
};

struct RunOod {
  std::filesystem::path folder;
  std::string id;
  std::string method;
  std::uint64_t seed = 0;
  std::vector<OodSet> sets;
};

struct OodResult {
  std::vector<RunOod> runs;  // by method and seed
  std::string device;        // "cpu", or the name of the GPU
};

}  // namespace dissent
