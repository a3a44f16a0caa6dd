// The figures that look at single items: reliability, entropies, and predictions beside the annotators.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "dissent/study/series.h"

namespace dissent {

// What figures of single items are made from, of one line: an entry an item (of every run, where it has
// several).
struct PooledItems {
  std::string name;
  std::size_t classes = 0;
  std::vector<double> confidence, outcome, predicted_entropy, entropy;
  void add(const ItemScores& scores);
};
std::vector<PooledItems> pooled_items(const std::vector<PooledSeries>& series, StudyValues& values);

// Binned (`bin`) and smooth (`smooth`, at the fixed point of the smooth calibration error) curves.
std::string reliability_csv(std::span<const PooledItems> lines, std::size_t bins);
// How entropies H / log K of predictions and of annotators spread, in equally wide bins.
std::string entropy_csv(std::span<const PooledItems> lines, std::size_t bins);
// How entropies of predictions go with those of annotators: shares of the items in a grid of H / log K
// (`cell`), and the mean of the model's in equal-mass bins of the annotators' (`mean`).
std::string entropy_map_csv(std::span<const PooledItems> lines, std::size_t bins);
// The evaluation items of the first run's split that annotators disagree on most: their distribution, and
// what each series' run of that split says.
std::string items_csv(const std::vector<PooledSeries>& series, StudyValues& values, std::size_t count);

}  // namespace dissent
