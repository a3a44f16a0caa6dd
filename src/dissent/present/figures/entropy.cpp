// How entropies H / log K of predictions and of annotators spread, in equally wide bins.
#include "dissent/present/figures/figure_rows.h"
#include "dissent/present/figures/pooled_items.h"

namespace dissent {
namespace {

struct EntropyRow {
  MethodKey series;
  std::string of;  // model or annotators
  double low = 0, high = 0, share = 0;
  std::string panel = {};

  static auto columns(const StudyFigure&) {
    using R = EntropyRow;
    return std::tuple{RowColumn{"series", &R::series}, RowColumn{"of", &R::of}, RowColumn{"low", &R::low},
                      RowColumn{"high", &R::high}, RowColumn{"share", &R::share}};
  }
  static auto drawn() { return std::tuple{RowColumn{"panel", &EntropyRow::panel}}; }
};

void add_histogram(std::vector<EntropyRow>& rows, const PooledItems& items, const std::string& of,
                   const std::vector<double>& entropies, std::size_t bins) {
  const auto n = static_cast<double>(bins);
  std::vector<std::size_t> counts(bins);
  for (const double entropy : entropies) {
    const double at = entropy / items.highest_entropy() * n;
    ++counts[std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, at)))];
  }
  for (std::size_t b = 0; b < bins; ++b) {
    rows.push_back({items.series, of, static_cast<double>(b) / n, static_cast<double>(b + 1) / n,
                    static_cast<double>(counts[b]) / static_cast<double>(entropies.size())});
  }
}

std::vector<EntropyRow> entropy_rows(const StudyFigure& figure, FigureSource& source) {
  std::vector<EntropyRow> rows;
  const auto bins = static_cast<std::size_t>(figure.bins);
  for (const PooledItems& items : pooled_items(figure, source)) {
    add_histogram(rows, items, "model", items.predicted_entropy, bins);
    add_histogram(rows, items, "annotators", items.entropy, bins);
  }
  return rows;
}

Json draw_entropy(std::vector<EntropyRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  panel_by_series(rows);
  const Json x = unit_interval("low", "entropy / log K"), y = {{"field", "share"},
                                                               {"type", "quantitative"},
                                                               {"title", "share of items"},
                                                               {"axis", {{"format", "%"}}}};
  Json model = layer(
      {{"type", "bar"}, {"opacity", 0.65}, {"binSpacing", 0}},
      {{"x", x},
       {"x2", {{"field", "high"}}},
       {"y", y},
       {"y2", {{"datum", 0}}},
       {"color", drawing.colour(methods_in(rows), false)},
       {"tooltip", tooltip({{"method", "model"}, {"low", "from#"}, {"high", "to#"}, {"share", "share#"}})}});
  only(model, "datum.of == 'model'");
  Json people =
      layer({{"type", "bar"},
             {"filled", false},
             {"style", "ink"},
             {"fillOpacity", 0},
             {"strokeWidth", 1.4},
             {"binSpacing", 0}},
            {{"x", x},
             {"x2", {{"field", "high"}}},
             {"y", y},
             {"y2", {{"datum", 0}}},
             {"tooltip", tooltip({{"of", "of"}, {"low", "from#"}, {"high", "to#"}, {"share", "share#"}})}});
  only(people, "datum.of == 'annotators'");
  return figure(vega_rows(rows, drawing.figure), {std::move(model), std::move(people)}, drawing.figure.title,
                280);
}

}  // namespace

FigureKind entropy_figure() {
  return figure_kind<EntropyRow>(entropy_rows, draw_entropy);
}

}  // namespace dissent
