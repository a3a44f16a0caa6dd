// What figures share that show a likeness of two runs of one method: a tick a pair of seeds.
#pragma once

#include "dissent/present/figures/figure_rows.h"

namespace dissent {

struct BetweenSeedsRow {
  MethodKey series;
  std::uint64_t seed_a = 0, seed_b = 0;
  std::string measure;
  double value = 0;
  std::string panel = {};

  static auto columns(const StudyFigure&) {
    using R = BetweenSeedsRow;
    return std::tuple{RowColumn{"series", &R::series}, RowColumn{"seed_a", &R::seed_a},
                      RowColumn{"seed_b", &R::seed_b}, RowColumn{"measure", &R::measure},
                      RowColumn{"value", &R::value}};
  }
  static auto drawn() { return std::tuple{RowColumn{"panel", &BetweenSeedsRow::panel}}; }
};

// A panel a measure, each under its label; `x` is the title of the axis.
Json draw_between_seeds(std::vector<BetweenSeedsRow> rows, const FigureDrawing& drawing,
                        const std::map<std::string, std::string>& labels, const std::string& x);

}  // namespace dissent
