#include "dissent/present/figures/pooled_items.h"

#include <cmath>

#include "dissent/core/error.h"

namespace dissent {

std::vector<PooledSeries> predicted_series(const StudyFigure& figure, FigureSource& source) {
  std::vector<PooledSeries> pooled = pooled_series(figure.where, *source.values);
  if (pooled.empty()) fail("no run of it has its predictions.npz; `dissent predict RUN` makes it");
  return pooled;
}

double PooledItems::highest_entropy() const {
  return std::log(static_cast<double>(classes));
}

std::vector<PooledItems> pooled_items(const StudyFigure& figure, FigureSource& source) {
  if (source.items != nullptr) return *source.items;
  std::vector<PooledItems> all;
  for (const PooledSeries& series : predicted_series(figure, source)) {
    PooledItems& items = all.emplace_back();
    items.series = series.key;
    items.classes = source.values->dataset(*series.runs.front()).classes();
    const auto append = [](std::vector<double>& to, const ItemScores::Column& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    for (const FinishedRun* run : series.runs) {
      const ItemScores& scores = source.values->views().of(*run).item_scores();
      append(items.confidence, scores.confidence);
      append(items.outcome, scores.outcome);
      append(items.predicted_entropy, scores.predicted_entropy);
      append(items.entropy, scores.entropy);
    }
  }
  return all;
}

}  // namespace dissent
