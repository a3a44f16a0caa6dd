// How much drawn labels move the gradient, by the annotators' entropy: a line a seed.
#include "dissent/core/error.h"
#include "dissent/diagnostics/measurements.h"
#include "dissent/present/figures/figure_rows.h"
#include "dissent/study/series.h"

namespace dissent {
namespace {

struct VarianceRow {
  MethodKey series;
  std::uint64_t seed = 0;
  double entropy = 0, variance = 0;
  double items = 0;  // of the bin; items of equal entropy share bins
  std::string panel = {};

  static auto columns(const StudyFigure&) {
    using R = VarianceRow;
    return std::tuple{RowColumn{"series", &R::series}, RowColumn{"seed", &R::seed},
                      RowColumn{"entropy", &R::entropy}, RowColumn{"variance", &R::variance},
                      RowColumn{"items", &R::items}};
  }
  static auto drawn() { return std::tuple{RowColumn{"panel", &VarianceRow::panel}}; }
};

std::vector<VarianceRow> variance_rows(const StudyFigure& figure, FigureSource& source) {
  const StudyValues& values = *source.values;
  std::vector<VarianceRow> rows;
  for (const Series& series : series_of(figure.where, values.runs())) {
    for (const std::size_t i : series.runs) {
      const FinishedRun& run = values.runs()[i];
      const std::optional<VarianceResult> variance = GeometryMeasurements(run).variance();
      if (!variance) continue;
      for (const VarianceBin& bin : variance->bins)
        rows.push_back({series.key, run.spec.seed, bin.entropy, bin.variance, bin.items});
    }
  }
  if (rows.empty())
    fail("no run has its gradient variance by entropy; ask for the part variance under evaluate: geometry");
  return rows;
}

Json draw_variance(std::vector<VarianceRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  set_panels(rows, kSettingPanel);
  Json line = layer({{"type", "line"}, {"point", {{"size", 30}}}, {"strokeWidth", 1.5}},
                    {{"x", quantitative("entropy", "annotators' entropy (nats)")},
                     {"y", quantitative("variance", "variance of the last layer's gradient")},
                     {"color", drawing.colour(methods_in(rows))},
                     {"detail", {{"field", "seed"}}},
                     {"opacity", opacity(0.8)},
                     {"tooltip", tooltip({{"method", "method"},
                                          {"seed", "seed#"},
                                          {"entropy", "entropy#"},
                                          {"variance", "variance#"},
                                          {"items", "items#"}})}});
  line["params"] = legend_choice();
  return figure(vega_rows(rows, drawing.figure), {std::move(line)}, drawing.figure.title, 300);
}

}  // namespace

FigureKind variance_figure() {
  return figure_kind<VarianceRow>(variance_rows, draw_variance);
}

}  // namespace dissent
