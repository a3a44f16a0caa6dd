// How a run's inputs were normalised: by the mean and standard deviation of its training items.
#pragma once

#include <vector>

namespace dissent {

struct Normalisation {
  std::vector<double> mean;  // by channel (of values in [0, 1]) or feature
  std::vector<double> sd;    // 1 where the training items do not vary
};

}  // namespace dissent
