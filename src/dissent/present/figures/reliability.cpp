// How often predictions are right, by their confidence: equal-mass bins, and a smooth curve at the fixed
// point of the smooth calibration error.
#include "dissent/core/undefined.h"
#include "dissent/present/figures/figure_rows.h"
#include "dissent/present/figures/pooled_items.h"

namespace dissent {
namespace {

constexpr std::size_t kCurvePoints = 101;

struct ReliabilityRow {
  MethodKey series;
  std::string curve;  // bin or smooth
  double confidence = 0, outcome = 0;
  double weight = 0;           // of a bin its items, of a point of the curve the density of confidences
  double height = kUndefined;  // the density as it is drawn
  std::string panel = {};

  static auto columns(const StudyFigure&) {
    using R = ReliabilityRow;
    return std::tuple{RowColumn{"series", &R::series}, RowColumn{"curve", &R::curve},
                      RowColumn{"confidence", &R::confidence}, RowColumn{"outcome", &R::outcome},
                      RowColumn{"weight", &R::weight}};
  }
  static auto drawn() {
    return std::tuple{RowColumn{"height", &ReliabilityRow::height},
                      RowColumn{"panel", &ReliabilityRow::panel}};
  }
  bool smooth() const { return curve == "smooth"; }
};

std::vector<ReliabilityRow> reliability_rows(const StudyFigure& figure, FigureSource& source) {
  std::vector<ReliabilityRow> rows;
  for (const PooledItems& items : pooled_items(figure, source)) {
    const auto bins = static_cast<std::size_t>(figure.bins);
    for (const CalibrationBin& bin : calibration_bins(items.confidence, items.outcome, bins))
      rows.push_back({items.series, "bin", bin.confidence, bin.outcome, bin.items});
    SmoothCalibration smooth(items.confidence, items.outcome);
    const double width = std::max(smooth.fixed_point(), SmoothCalibration::kSmallestWidth);
    const SmoothCalibration::Curve curve = smooth.curve(width, kCurvePoints);
    for (std::size_t i = 0; i < curve.confidence.size(); ++i) {
      if (!std::isnan(curve.outcome[i]))
        rows.push_back({items.series, "smooth", curve.confidence[i], curve.outcome[i], curve.density[i]});
    }
  }
  return rows;
}

Json draw_reliability(std::vector<ReliabilityRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  panel_by_series(rows);
  std::map<std::string, double> highest;  // density, by panel
  for (const ReliabilityRow& row : rows) {
    if (row.smooth()) highest[row.panel] = std::max(highest[row.panel], row.weight);
  }
  for (ReliabilityRow& row : rows) {
    if (row.smooth() && highest[row.panel] > 0) row.height = 0.2 * row.weight / highest[row.panel];
  }
  const Json colour = drawing.colour(methods_in(rows), false);
  const Json x = unit_interval("confidence", "confidence"),
             y = unit_interval("outcome", "share that was right");
  Json density = layer({{"type", "area"}, {"opacity", 0.15}},
                       {{"x", x}, {"y", unit_interval("height", "share that was right")}, {"color", colour}});
  Json smooth = layer({{"type", "line"}, {"strokeWidth", 2.2}}, {{"x", x}, {"y", y}, {"color", colour}});
  Json points = layer({{"type", "point"}, {"filled", true}, {"size", 50}, {"opacity", 1}},
                      {{"x", x},
                       {"y", y},
                       {"color", colour},
                       {"tooltip", tooltip({{"method", "method"},
                                            {"confidence", "mean confidence#"},
                                            {"outcome", "share right#"},
                                            {"weight", "items#"}})}});
  only(density, "datum.curve == 'smooth'");
  only(smooth, "datum.curve == 'smooth'");
  only(points, "datum.curve == 'bin'");
  return figure(vega_rows(rows, drawing.figure),
                {diagonal(), std::move(density), std::move(smooth), std::move(points)}, drawing.figure.title,
                300);
}

}  // namespace

FigureKind reliability_figure() {
  return figure_kind<ReliabilityRow>(reliability_rows, draw_reliability);
}

}  // namespace dissent
