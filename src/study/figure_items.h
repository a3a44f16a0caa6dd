// The figures that look at single items: reliability, entropies, and predictions beside the annotators.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "study/values.h"

namespace dissent {

// Runs of one line of a figure, whose items are taken together; each has its predictions.
struct PooledSeries {
  std::string name;
  std::vector<const FinishedRun*> runs;
};

// Binned (`bin`) and smooth (`smooth`, at the fixed point of the smooth calibration error) curves.
std::string reliability_csv(const std::vector<PooledSeries>& series, StudyValues& values, std::size_t bins);
// How entropies H / log K of predictions and of annotators spread, in equally wide bins.
std::string entropy_csv(const std::vector<PooledSeries>& series, StudyValues& values, std::size_t bins);
// The evaluation items of the first run's split that annotators disagree on most: their distribution, and
// what each series' run of that split says.
std::string items_csv(const std::vector<PooledSeries>& series, StudyValues& values, std::size_t count);

}  // namespace dissent
