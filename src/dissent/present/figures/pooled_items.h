// What figures of single items are made from: an entry an item, of every run of a series.
#pragma once

#include <cstddef>
#include <vector>

#include "dissent/present/figures/figure.h"
#include "dissent/study/series.h"

namespace dissent {

// The series of a figure whose runs have predictions. An error where none has.
std::vector<PooledSeries> predicted_series(const StudyFigure& figure, FigureSource& source);

struct PooledItems {
  MethodKey series;
  std::size_t classes = 0;
  std::vector<double> confidence, outcome, predicted_entropy, entropy;

  double highest_entropy() const;  // log K
};
std::vector<PooledItems> pooled_items(const StudyFigure& figure, FigureSource& source);

}  // namespace dissent
