// Means over seeds along an option: a line a method.
#include "dissent/core/text.h"
#include "dissent/present/figures/seed_rows.h"
#include "dissent/study/series.h"

namespace dissent {
namespace {

struct LinesRow : SeedRow {
  std::string x;        // the option's value
  std::string at = {};  // as the axis has it

  static auto columns(const StudyFigure& figure) {
    return std::tuple_cat(
        std::tuple{RowColumn{"series", &LinesRow::series}, RowColumn{figure.x, &LinesRow::x}}, numbers());
  }
  static auto drawn() {
    return std::tuple{RowColumn{"at", &LinesRow::at}, RowColumn{"panel", &LinesRow::panel}};
  }
};

std::string axis_value(const FinishedRun& run, const std::string& option) {
  const auto found = run.options.find(option);
  return found == run.options.end() ? "" : found->second;
}

std::vector<LinesRow> lines_rows(const StudyFigure& figure, FigureSource& source) {
  const StudyValues& values = *source.values;
  std::vector<LinesRow> rows;
  for (const Series& series : series_of(figure.where, values.runs(), figure.x)) {
    const std::vector<std::string> at =
        texts_of(series.runs, [&](std::size_t run) { return axis_value(values.runs()[run], figure.x); });
    for (const std::string& x : at) {
      for (const std::string& metric : figure.metrics) {
        std::vector<double> numbers;
        for (const std::size_t run : series.runs) {
          if (axis_value(values.runs()[run], figure.x) == x) numbers.push_back(values.value(run, metric));
        }
        LinesRow& row = rows.emplace_back();
        row.series = series.key;
        row.x = x;
        row.metric = metric;
        row.set(summarise_seeds(numbers));
      }
    }
  }
  return rows;
}

// The values of an axis that has texts: numbers by size, 0 votes an item (all of them) last.
std::vector<std::string> axis_order(std::vector<std::string> order) {
  std::stable_sort(order.begin(), order.end(), [](const std::string& a, const std::string& b) {
    const auto x = parse_double(a), y = parse_double(b);
    if (x && y) return *x < *y;
    return x.has_value() && !y.has_value();
  });
  return order;
}

Json draw_lines(std::vector<LinesRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  const std::string& x = drawing.figure.x;
  for (LinesRow& row : rows) row.at = option_label(x, row.x);
  set_panels(rows, kMetricPanel, kSettingPanel);
  const std::vector<std::string> methods = methods_in(rows);
  const std::string title = option_title(x);
  const Json at =
      ordinal("at", title, axis_order(texts_of(rows, [](const LinesRow& row) { return row.at; })));
  const std::string metric = only_metric(rows);
  const Json colour = drawing.colour(methods);
  const Json tip = tooltip({{"method", "method"},
                            {"at", title},
                            {"mean", "mean#"},
                            {"low", "95 % from#"},
                            {"high", "to#"},
                            {"seeds", "seeds#"}});
  Json line =
      layer({{"type", "line"}, {"strokeWidth", 2}},
            {{"x", at}, {"y", quantitative("mean", metric)}, {"color", colour}, {"opacity", opacity(1)}});
  line["params"] = legend_choice();
  return figure(vega_rows(rows, drawing.figure),
                {std::move(line),
                 layer({{"type", "rule"}, {"strokeWidth", 1.5}}, {{"x", at},
                                                                  {"y", quantitative("low", metric)},
                                                                  {"y2", {{"field", "high"}}},
                                                                  {"color", colour},
                                                                  {"opacity", opacity(0.55)}}),
                 layer({{"type", "point"}, {"filled", true}, {"size", 60}},
                       {{"x", at},
                        {"y", quantitative("mean", metric)},
                        {"color", colour},
                        {"shape",
                         {{"field", "method"},
                          {"type", "nominal"},
                          {"scale", {{"domain", methods}}},
                          {"legend", {{"title", nullptr}, {"orient", "top"}}}}},
                        {"opacity", opacity(1)},
                        {"tooltip", tip}})},
                drawing.figure.title, 300, false);
}

}  // namespace

FigureKind lines_figure() {
  return figure_kind<LinesRow>(lines_rows, draw_lines);
}

}  // namespace dissent
