// A made-up figure: a point a run.
#include "dissent/present/figures/figure_rows.h"
#include "dissent/study/series.h"

namespace dissent {
namespace {

struct MadeUpRow {
  MethodKey series;
  std::uint64_t seed = 0;
  double value = 0;
  std::string panel = {};

  static auto columns(const StudyFigure&) {
    return std::tuple{RowColumn{"series", &MadeUpRow::series}, RowColumn{"seed", &MadeUpRow::seed},
                      RowColumn{"value", &MadeUpRow::value}};
  }
  static auto drawn() { return std::tuple{RowColumn{"panel", &MadeUpRow::panel}}; }
};

std::vector<MadeUpRow> made_up_rows(const StudyFigure& figure, FigureSource& source) {
  const StudyValues& values = *source.values;
  std::vector<MadeUpRow> rows;
  for (const Series& series : series_of(figure.where, values.runs())) {
    for (const std::size_t run : series.runs)
      rows.push_back({series.key, values.runs()[run].spec.seed, values.value(run, figure.metrics.front())});
  }
  return rows;
}

Json draw_made_up(std::vector<MadeUpRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  return figure(vega_rows(rows, drawing.figure),
                {layer({{"type", "point"}}, {{"x", quantitative("value", "value")},
                                             {"y", ordinal("method", "method", methods_in(rows))}})},
                drawing.figure.title, 200);
}

}  // namespace

FigureKind made_up_figure() {
  return figure_kind<MadeUpRow>(made_up_rows, draw_made_up);
}

}  // namespace dissent
