// Means over seeds by epoch, with the mean epoch of the best evaluation marked.
#include "dissent/core/error.h"
#include "dissent/core/undefined.h"
#include "dissent/present/figures/seed_rows.h"
#include "dissent/run/history.h"
#include "dissent/study/series.h"

namespace dissent {
namespace {

struct CurvesRow : SeedRow {
  double epoch = kUndefined;
  double best = kUndefined;  // of a row that only marks the mean best epoch

  static auto columns(const StudyFigure&) {
    return std::tuple_cat(
        std::tuple{RowColumn{"series", &CurvesRow::series}, RowColumn{"epoch", &CurvesRow::epoch}},
        numbers());
  }
  static auto drawn() {
    return std::tuple{RowColumn{"best", &CurvesRow::best}, RowColumn{"panel", &CurvesRow::panel}};
  }
};

double history_value(const HistoryRow& row, const std::string& name) {
  if (name == "learning_rate") return row.learning_rate;
  if (name == "train_loss") return row.train_loss;
  if (name == "own_loss") return row.own_loss;
  if (name == "accuracy") return row.accuracy;
  return row.soft_nll;
}

std::vector<CurvesRow> curves_rows(const StudyFigure& figure, FigureSource& source) {
  std::vector<CurvesRow> rows;
  for (const Series& series : series_of(figure.where, source.values->runs())) {
    std::map<int, std::map<std::string, std::vector<double>>> by_epoch;  // and metric
    for (const std::size_t run : series.runs) {
      const RunFiles& files = source.values->runs()[run].files;
      if (!files.has(RunFileNames::history)) continue;
      for (const HistoryRow& row : read_history(files)) {
        for (const std::string& metric : figure.metrics)
          by_epoch[row.epoch][metric].push_back(history_value(row, metric));
      }
    }
    for (const auto& [epoch, metrics] : by_epoch) {
      for (const auto& [metric, numbers] : metrics) {
        CurvesRow& row = rows.emplace_back();
        row.series = series.key;
        row.epoch = epoch;
        row.metric = metric;
        row.set(summarise_seeds(numbers));
      }
    }
  }
  return rows;
}

// Losses may begin, or break out, a hundredfold above where they end: what lies far outside the bulk of a
// panel is cut, so that the rest can be seen.
void cut_outliers(std::vector<CurvesRow>& rows) {
  std::map<std::string, std::vector<double>> means;  // by panel
  for (const CurvesRow& row : rows) {
    if (std::isfinite(row.mean)) means[row.panel].push_back(row.mean);
  }
  struct Bounds {
    double least = 0, most = 0;
  };
  std::map<std::string, Bounds> bounds;
  for (auto& [panel, values] : means) {
    std::sort(values.begin(), values.end());
    const auto quantile = [&, &v = values](double q) {
      return v[static_cast<std::size_t>(q * static_cast<double>(v.size() - 1))];
    };
    const double room = 3 * (quantile(0.75) - quantile(0.05));
    bounds[panel] = {std::max(values.front(), quantile(0.05) - room),
                     std::min(values.back(), quantile(0.75) + room)};
  }
  for (CurvesRow& row : rows) {
    const auto known = bounds.find(row.panel);
    if (known == bounds.end()) continue;
    const auto& [least, most] = known->second;
    const double margin = 0.1 * (most - least);  // of the band
    if (std::isfinite(row.mean)) row.mean = std::clamp(row.mean, least, most);
    if (std::isfinite(row.low)) row.low = std::clamp(row.low, least - margin, most + margin);
    if (std::isfinite(row.high)) row.high = std::clamp(row.high, least - margin, most + margin);
  }
}

// A row a series and panel that marks the mean over seeds of the best epoch.
void add_best_epochs(std::vector<CurvesRow>& rows, const FigureDrawing& drawing) {
  std::vector<Series> all;
  if (drawing.values == nullptr) return;
  try {
    all = series_of(drawing.figure.where, drawing.values->runs());
  } catch (const Error&) {
    return;  // no run of it is there any more: nothing to mark
  }
  const std::vector<std::string> panels = texts_of(rows, [](const CurvesRow& row) { return row.panel; });
  const std::size_t curves = rows.size();
  for (const Series& series : all) {
    std::vector<double> epochs;
    for (const std::size_t run : series.runs) epochs.push_back(drawing.values->value(run, "best_epoch"));
    for (const std::string& panel : panels) {
      const bool there =
          std::any_of(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(curves),
                      [&](const CurvesRow& row) { return row.panel == panel && row.series == series.key; });
      if (!there) continue;
      CurvesRow& mark = rows.emplace_back();
      mark.series = series.key;
      mark.panel = panel;
      mark.best = summarise_seeds(epochs).mean;
      mark.mean = mark.sd = mark.low = mark.high = kUndefined;
    }
  }
}

Json draw_curves(std::vector<CurvesRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  set_panels(rows, kMetricPanel, kSettingPanel);
  cut_outliers(rows);
  const std::string metric = only_metric(rows);
  const Json colour = drawing.colour(methods_in(rows));
  add_best_epochs(rows, drawing);
  const Json x = quantitative("epoch", "epoch");
  Json line = layer({{"type", "line"}, {"strokeWidth", 1.8}}, {{"x", x},
                                                               {"y", quantitative("mean", metric)},
                                                               {"color", colour},
                                                               {"opacity", opacity(1)},
                                                               {"tooltip", tooltip({{"method", "method"},
                                                                                    {"epoch", "epoch#"},
                                                                                    {"mean", "mean#"},
                                                                                    {"sd", "SD#"},
                                                                                    {"seeds", "seeds#"}})}});
  line["params"] = legend_choice();
  only(line, "datum.epoch != null");
  Json band = layer({{"type", "area"}}, {{"x", x},
                                         {"y", quantitative("low", metric)},
                                         {"y2", {{"field", "high"}}},
                                         {"color", colour},
                                         {"opacity", opacity(0.15, 0.02)}});
  only(band, "datum.epoch != null && datum.low != null");
  Json rule = layer({{"type", "rule"}, {"strokeDash", {4, 3}}, {"strokeWidth", 1.5}},
                    {{"x", quantitative("best", "epoch")},
                     {"color", colour},
                     {"opacity", opacity(0.9)},
                     {"tooltip", tooltip({{"method", "method"}, {"best", "best epoch, mean#"}})}});
  only(rule, "datum.best != null");
  return figure(vega_rows(rows, drawing.figure), {std::move(band), std::move(line), std::move(rule)},
                drawing.figure.title, 300, false);
}

}  // namespace

FigureKind curves_figure() {
  return figure_kind<CurvesRow>(curves_rows, draw_curves);
}

}  // namespace dissent
