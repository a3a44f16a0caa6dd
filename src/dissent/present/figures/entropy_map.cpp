// How entropies of predictions go with those of annotators: shares of the items in a grid of H / log K, and
// the mean of the model's in equal-mass bins of the annotators'.
#include "dissent/core/undefined.h"
#include "dissent/present/figures/figure_rows.h"
#include "dissent/present/figures/pooled_items.h"

namespace dissent {
namespace {

struct EntropyMapRow {
  MethodKey series;
  std::string what;  // cell or mean
  double annotators_low = 0, annotators_high = 0;
  double model_low = 0, model_high = 0;  // of a cell
  double value = 0;                      // of a cell its share of the items, else the mean
  std::string panel = {};

  static auto columns(const StudyFigure&) {
    using R = EntropyMapRow;
    return std::tuple{RowColumn{"series", &R::series},
                      RowColumn{"what", &R::what},
                      RowColumn{"annotators_low", &R::annotators_low},
                      RowColumn{"annotators_high", &R::annotators_high},
                      RowColumn{"model_low", &R::model_low},
                      RowColumn{"model_high", &R::model_high},
                      RowColumn{"value", &R::value}};
  }
  static auto drawn() { return std::tuple{RowColumn{"panel", &EntropyMapRow::panel}}; }
};

std::vector<EntropyMapRow> entropy_map_rows(const StudyFigure& figure, FigureSource& source) {
  const auto bins = static_cast<std::size_t>(figure.bins);
  const auto n = static_cast<double>(bins);
  std::vector<EntropyMapRow> rows;
  for (const PooledItems& items : pooled_items(figure, source)) {
    const double most = items.highest_entropy();
    const auto bin_of = [&](double entropy) {
      return std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, entropy / most * n)));
    };
    std::vector<std::size_t> counts(bins * bins);
    for (std::size_t i = 0; i < items.entropy.size(); ++i)
      ++counts[bin_of(items.entropy[i]) * bins + bin_of(items.predicted_entropy[i])];
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
      if (counts[cell] == 0) continue;
      const std::size_t row = cell / bins, column = cell % bins;
      const auto a = static_cast<double>(row), m = static_cast<double>(column);
      rows.push_back({items.series, "cell", a / n, (a + 1) / n, m / n, (m + 1) / n,
                      static_cast<double>(counts[cell]) / static_cast<double>(items.entropy.size())});
    }
    const SortedOutcomes sorted(items.entropy, items.predicted_entropy);  // many items have the same entropy
    for (const CalibrationBin& bin : sorted.bins(bins, /*tie_safe=*/true)) {
      const double at = bin.confidence / most;
      rows.push_back({items.series, "mean", at, at, kUndefined, kUndefined, bin.outcome / most});
    }
  }
  return rows;
}

Json draw_entropy_map(std::vector<EntropyMapRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  panel_by_series(rows);
  const Json x = unit_interval("annotators_low", "annotators' entropy / log K"),
             y = unit_interval("model_low", "model's entropy / log K");
  Json cells = layer({{"type", "rect"}},
                     {{"x", x},
                      {"x2", {{"field", "annotators_high"}}},
                      {"y", y},
                      {"y2", {{"field", "model_high"}}},
                      {"color",
                       {{"field", "value"},
                        {"type", "quantitative"},
                        {"title", "share of items"},
                        {"scale", {{"type", "log"}, {"scheme", "blues"}}},
                        {"legend", {{"orient", "top"}, {"format", ".1%"}, {"gradientLength", 160}}}}},
                      {"tooltip", tooltip({{"method", "method"},
                                           {"annotators_low", "annotators from#"},
                                           {"annotators_high", "to#"},
                                           {"model_low", "model from#"},
                                           {"model_high", "to#"},
                                           {"value", "share#"}})}});
  only(cells, "datum.what == 'cell'");
  const Json y_mean = unit_interval("value", "model's entropy / log K");
  Json mean = layer({{"type", "line"}, {"strokeWidth", 2.5}, {"point", {{"size", 35}}}},
                    {{"x", x},
                     {"y", y_mean},
                     {"color", {{"value", "#d55e00"}}},
                     {"tooltip", tooltip({{"method", "method"},
                                          {"annotators_low", "annotators' entropy#"},
                                          {"value", "model's, mean#"}})}});
  only(mean, "datum.what == 'mean'");
  return figure(vega_rows(rows, drawing.figure), {std::move(cells), diagonal(), std::move(mean)},
                drawing.figure.title, 300);
}

}  // namespace

FigureKind entropy_map_figure() {
  return figure_kind<EntropyMapRow>(entropy_map_rows, draw_entropy_map);
}

}  // namespace dissent
