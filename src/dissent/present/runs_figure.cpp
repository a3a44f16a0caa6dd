// Every run as a tick, with means, intervals and published numbers: what the first screen of a study shows.
#include <cmath>
#include <map>
#include <span>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/present/figure_rows.h"
#include "dissent/present/study_figures.h"
#include "dissent/present/vega.h"
#include "dissent/study/run_options.h"
#include "dissent/study/study_summary.h"

namespace dissent {
namespace {

std::string text_of(const std::map<std::string, std::string>& options, const std::string& name) {
  const auto found = options.find(name);
  return found == options.end() ? "" : found->second;
}

// What of a row's options stands in its panel: all but the last, which is on the axis.
std::string panel_of(const std::vector<std::string>& names, const std::vector<std::string>& values) {
  std::vector<std::string> parts;
  for (std::size_t o = 0; o + 1 < names.size(); ++o) {
    const std::string label = setting_label(fmt::format("{}={}", names[o], values[o]));
    if (!label.empty()) parts.push_back(label);
  }
  return join(std::span<const std::string>(parts), ", ");
}

}  // namespace

ReportFigure runs_figure(const StudyTable& table, const StudyValues& values, const Colours& colours) {
  using namespace vega;
  StudyTable plain = table;  // a row a combination, whatever stands side by side in the table
  if (!table.across.empty()) plain.rows.insert(plain.rows.begin(), table.across);
  plain.across.clear();
  const std::string& metric = table.metrics.front();
  Json rows = Json::array();
  const auto row_of = [&](const std::vector<std::string>& options) {
    return Json{{"method", option_label(plain.rows.back(), options.back())},
                {"panel", panel_of(plain.rows, options)}};
  };
  const TableResult result = make_table(plain, values);
  for (const TableRow& row : result.rows) {
    for (const TableCell& cell : row.cells) {
      if (cell.metric != metric) continue;
      Json mean = row_of(row.options);
      const auto known = [](double value) {
        return std::isnan(value) ? Json(nullptr) : Json(figure_number(value));
      };
      mean.update({{"mean", known(cell.ours.mean)},
                   {"low", known(cell.ours.low)},
                   {"high", known(cell.ours.high)},
                   {"seeds", cell.ours.seeds}});
      if (cell.published != nullptr)
        mean["published"] = figure_number(cell.published->values.at(metric).first);
      rows.push_back(std::move(mean));
    }
  }
  for (std::size_t i = 0; i < values.runs().size(); ++i) {
    const auto options = study_options(values.runs()[i].spec);
    if (!table.where.matches(options) || std::isnan(values.value(i, metric))) continue;
    std::vector<std::string> mine;
    for (const std::string& name : plain.rows) mine.push_back(text_of(options, name));
    Json run = row_of(mine);
    run.update({{"seed", values.runs()[i].spec.seed}, {"value", figure_number(values.value(i, metric))}});
    rows.push_back(std::move(run));
  }
  const std::vector<std::string> methods = values_of(rows, "method");
  bool published = false;
  for (const Json& row : rows) published = published || row.contains("published");
  Json colour = method_colour(methods, colours);
  colour["legend"] = nullptr;
  const Json y = hidden_title(ordinal("method", "", methods));
  const Better better = values.column(metric).better();
  const std::string title = better == Better::neither
                                ? metric_label(metric)
                                : fmt::format("{} ({})", metric_label(metric), better_label(better));
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
  const std::string what = fmt::format("{} of every run", metric_label(metric));
  return {"every-run", what,
          fmt::format("A tick a run, the mean over seeds with Student's 95 % interval{}.",
                      published ? "; diamonds: published means" : ""),
          figure(std::move(rows), std::move(layers), what, 70 + 26 * static_cast<int>(methods.size()))};
}

}  // namespace dissent
