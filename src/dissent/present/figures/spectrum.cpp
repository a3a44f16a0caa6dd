// The spectral density of the Hessian, of all evaluation items and of every slice that was measured.
#include "dissent/core/error.h"
#include "dissent/diagnostics/measurements.h"
#include "dissent/present/figures/figure_rows.h"
#include "dissent/study/series.h"

namespace dissent {
namespace {

struct SpectrumRow {
  std::string run;  // its id
  MethodKey series;
  std::uint64_t seed = 0;
  std::string slice;  // all, or one as in slices.h
  double eigenvalue = 0, weight = 0;
  std::string panel = {};

  static auto columns(const StudyFigure&) {
    using R = SpectrumRow;
    return std::tuple{RowColumn{"run", &R::run},
                      RowColumn{"series", &R::series},
                      RowColumn{"seed", &R::seed},
                      RowColumn{"slice", &R::slice},
                      RowColumn{"eigenvalue", &R::eigenvalue},
                      RowColumn{"weight", &R::weight}};
  }
  static auto drawn() { return std::tuple{RowColumn{"panel", &SpectrumRow::panel}}; }
};

std::vector<SpectrumRow> spectrum_rows(const StudyFigure& figure, FigureSource& source) {
  const StudyValues& values = *source.values;
  std::vector<SpectrumRow> rows;
  for (const Series& series : series_of(figure.where, values.runs())) {
    for (const std::size_t i : series.runs) {
      const FinishedRun& run = values.runs()[i];
      for (const HessianResult& hessian : GeometryMeasurements(run).hessians()) {
        if (!hessian.density) continue;
        for (std::size_t n = 0; n < hessian.density->nodes.size(); ++n) {
          rows.push_back({run.record.id, series.key, run.spec.seed, hessian.slice, hessian.density->nodes[n],
                          hessian.density->weights[n]});
        }
      }
    }
  }
  if (rows.empty()) fail("no run has a spectral density; ask for `density: 80` under evaluate: geometry");
  return rows;
}

Json draw_spectrum(std::vector<SpectrumRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  set_panels(
      rows, [](const SpectrumRow& row) { return row.slice; }, kSettingPanel);
  Json x = quantitative("eigenvalue", "eigenvalue"), y = quantitative("weight", "weight");
  x["scale"]["type"] = "symlog";
  y["scale"]["type"] = "log";
  Json points = layer({{"type", "point"}, {"filled", true}, {"size", 35}},
                      {{"x", x},
                       {"y", y},
                       {"color", drawing.colour(methods_in(rows))},
                       {"opacity", opacity(0.8)},
                       {"tooltip", tooltip({{"method", "method"},
                                            {"seed", "seed#"},
                                            {"eigenvalue", "eigenvalue#"},
                                            {"weight", "weight#"}})}});
  points["params"] = legend_choice();
  only(points, "datum.weight > 0");
  return figure(vega_rows(rows, drawing.figure), {std::move(points)}, drawing.figure.title, 300, false);
}

}  // namespace

FigureKind spectrum_figure() {
  return figure_kind<SpectrumRow>(spectrum_rows, draw_spectrum);
}

}  // namespace dissent
