// Means over seeds: a row a method.
#include "dissent/present/figures/seed_rows.h"
#include "dissent/study/series.h"

namespace dissent {
namespace {

struct BarsRow : SeedRow {
  static auto columns(const StudyFigure&) {
    return std::tuple_cat(std::tuple{RowColumn{"series", &BarsRow::series}}, numbers());
  }
  static auto drawn() { return std::tuple{RowColumn{"panel", &BarsRow::panel}}; }
};

std::vector<BarsRow> bars_rows(const StudyFigure& figure, FigureSource& source) {
  std::vector<BarsRow> rows;
  for (const Series& series : series_of(figure.where, source.values->runs())) {
    for (const std::string& metric : figure.metrics) {
      std::vector<double> numbers;
      for (const std::size_t run : series.runs) numbers.push_back(source.values->value(run, metric));
      BarsRow& row = rows.emplace_back();
      row.series = series.key;
      row.metric = metric;
      row.set(summarise_seeds(numbers));
    }
  }
  return rows;
}

Json draw_bars(std::vector<BarsRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  set_panels(rows, kMetricPanel, kSettingPanel);
  const std::vector<std::string> methods = methods_in(rows);
  const Json y = hidden_title(ordinal("method", "", methods));
  const Json colour = drawing.colour(methods, false);
  const std::string metric = only_metric(rows);
  return figure(
      vega_rows(rows, drawing.figure),
      {layer({{"type", "rule"}, {"strokeWidth", 2}},
             {{"y", y}, {"x", quantitative("low", metric)}, {"x2", {{"field", "high"}}}, {"color", colour}}),
       layer({{"type", "point"}, {"filled", true}, {"size", 90}, {"opacity", 1}},
             {{"y", y},
              {"x", quantitative("mean", metric)},
              {"color", colour},
              {"tooltip", tooltip({{"method", "method"},
                                   {"mean", "mean#"},
                                   {"low", "95 % from#"},
                                   {"high", "to#"},
                                   {"seeds", "seeds#"}})}})},
      drawing.figure.title, 60 + 26 * static_cast<int>(methods.size()), false);
}

}  // namespace

FigureKind bars_figure() {
  return figure_kind<BarsRow>(bars_rows, draw_bars);
}

}  // namespace dissent
