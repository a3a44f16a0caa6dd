// The loss along the straight line between two runs' weights, and how high it rises above the line between
// its ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dissent {

struct LossPath {
  std::vector<double> losses;  // mean soft NLL at equally spaced points, ends included
  double barrier = 0;          // the most that a loss lies above the line between the ends; 0 at the least
  double at = 0;               // the place, from 0 to 1, of that most
};

// One end of the line.
struct BarrierEnd {
  std::string run;  // its folder
  std::string delivery;
  std::uint64_t seed = 0;
};

struct BarrierResult {
  BarrierEnd from, to;
  std::size_t evaluation_items = 0;  // that losses are of: those of both runs
  std::size_t training_items = 0;    // that batch-norm's statistics are estimated from
  int points = 0;
  LossPath interpolated;  // batch-norm's statistics interpolated as the weights are
  LossPath reestimated;   // estimated anew at every point
};

}  // namespace dissent
