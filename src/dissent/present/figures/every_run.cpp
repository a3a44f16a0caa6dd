// Every run as a tick, with means, intervals and published numbers: what the first screen of a study shows.
#include "dissent/present/figures/every_run.h"

#include <span>

#include "dissent/core/text.h"
#include "dissent/core/undefined.h"
#include "dissent/present/figures/figure_rows.h"
#include "dissent/run/run_options.h"
#include "dissent/study/make_table.h"

namespace dissent {
namespace {

// A run, or a mean over runs.
struct EveryRunRow {
  MethodKey series;  // the value of the table's last row option
  double seed = kUndefined, value = kUndefined;
  double mean = kUndefined, low = kUndefined, high = kUndefined;
  double seeds = kUndefined, published = kUndefined;
  std::string panel = {};

  static auto columns(const StudyFigure&) {
    using R = EveryRunRow;
    return std::tuple{RowColumn{"series", &R::series}, RowColumn{"seed", &R::seed},
                      RowColumn{"value", &R::value},   RowColumn{"mean", &R::mean},
                      RowColumn{"low", &R::low},       RowColumn{"high", &R::high},
                      RowColumn{"seeds", &R::seeds},   RowColumn{"published", &R::published}};
  }
  static auto drawn() { return std::tuple{RowColumn{"panel", &EveryRunRow::panel}}; }
};

// What of a row's options stands in its panel: all but the last, which is on the axis.
std::string panel_of(const std::vector<std::string>& names, const std::vector<std::string>& values) {
  std::vector<std::string> parts;
  for (std::size_t o = 0; o + 1 < names.size(); ++o) {
    const std::string label = setting_label({{names[o], values[o]}});
    if (!label.empty()) parts.push_back(label);
  }
  return join(std::span<const std::string>(parts), ", ");
}

std::vector<EveryRunRow> every_run_rows(const StudyTable& table, const Column& column,
                                        const StudyValues& values) {
  std::vector<EveryRunRow> rows;
  const auto add = [&](const std::vector<std::string>& options) -> EveryRunRow& {
    EveryRunRow& row = rows.emplace_back();
    row.series.method = option_label(table.rows.back(), options.back());
    row.panel = panel_of(table.rows, options);
    return row;
  };
  for (const TableRow& line : make_table(table, values).rows) {
    for (const TableCell& cell : line.cells) {
      if (cell.column != column) continue;
      EveryRunRow& row = add(line.options);
      row.mean = cell.ours.mean;
      row.low = cell.ours.low;
      row.high = cell.ours.high;
      row.seeds = static_cast<double>(cell.ours.seeds);
      if (cell.published) row.published = cell.published->mean;
    }
  }
  for (std::size_t i = 0; i < values.runs().size(); ++i) {
    const Setting options = study_options(values.runs()[i].spec);
    if (!table.where.matches(options) || std::isnan(values.value(i, column))) continue;
    std::vector<std::string> mine;
    for (const std::string& name : table.rows) {
      const auto found = options.find(name);
      mine.push_back(found == options.end() ? "" : found->second);
    }
    EveryRunRow& row = add(mine);
    row.seed = static_cast<double>(values.runs()[i].spec.seed);
    row.value = values.value(i, column);
  }
  return rows;
}

}  // namespace

ReportFigure every_run_figure(const StudyTable& table, const StudyValues& values, const Colours& colours) {
  using namespace vega;
  StudyTable plain = table;  // a row a combination, whatever stands side by side in the table
  if (!table.across.empty()) plain.rows.insert(plain.rows.begin(), table.across);
  plain.across.clear();
  const Column& column = values.column(table.metrics.front());
  const std::vector<EveryRunRow> rows = every_run_rows(plain, column, values);
  const std::vector<std::string> methods = methods_in(rows);
  const bool published = std::any_of(rows.begin(), rows.end(),
                                     [](const EveryRunRow& row) { return !std::isnan(row.published); });
  Json colour = method_colour(methods, colours);
  colour["legend"] = nullptr;
  const Json y = hidden_title(ordinal("method", "", methods));
  const Better better = column.better();
  const std::string title = better == Better::neither
                                ? column.label()
                                : fmt::format("{} ({})", column.label(), better_label(better));
  Json seeds =
      layer({{"type", "tick"}, {"thickness", 2}, {"opacity", 0.4}},
            {{"y", y},
             {"x", quantitative("value", title)},
             {"color", colour},
             {"tooltip", tooltip({{"method", plain.rows.back()}, {"seed", "seed#"}, {"value", "value#"}})}});
  only(seeds, "datum.value != null");
  Json interval =
      layer({{"type", "rule"}, {"strokeWidth", 2}},
            {{"y", y}, {"x", quantitative("low", title)}, {"x2", {{"field", "high"}}}, {"color", colour}});
  only(interval, "datum.low != null");
  Json mean = layer({{"type", "point"}, {"filled", true}, {"size", 90}, {"opacity", 1}},
                    {{"y", y},
                     {"x", quantitative("mean", title)},
                     {"color", colour},
                     {"tooltip", tooltip({{"method", plain.rows.back()},
                                          {"mean", "mean#"},
                                          {"low", "95 % from#"},
                                          {"high", "to#"},
                                          {"seeds", "seeds#"}})}});
  only(mean, "datum.mean != null");
  std::vector<Json> layers{std::move(seeds), std::move(interval), std::move(mean)};
  if (published) {
    Json theirs = layer({{"type", "point"},
                         {"shape", "diamond"},
                         {"filled", false},
                         {"size", 130},
                         {"strokeWidth", 2},
                         {"style", "ink"},
                         {"opacity", 1}},
                        {{"y", y},
                         {"x", quantitative("published", title)},
                         {"tooltip", tooltip({{"method", plain.rows.back()}, {"published", "published#"}})}});
    only(theirs, "datum.published != null");
    layers.push_back(std::move(theirs));
  }
  const std::string what = fmt::format("{} of every run", column.label());
  return {"every-run", what,
          fmt::format("A tick a run, the mean over seeds with Student's 95 % interval{}.",
                      published ? "; diamonds: published means" : ""),
          as_text(figure(vega_rows(rows, {}), std::move(layers), what,
                         70 + 26 * static_cast<int>(methods.size())))};
}

}  // namespace dissent
