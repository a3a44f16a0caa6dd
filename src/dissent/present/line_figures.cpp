// Figures of scores over settings and epochs.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/present/figure_kinds.h"
#include "dissent/present/figure_rows.h"
#include "dissent/present/vega.h"

namespace dissent {

using namespace vega;

namespace {

// The values of an axis that has texts: numbers by size, 0 votes an item (all of them) last.
std::vector<std::string> axis_order(const std::vector<std::string>& values) {
  std::vector<std::string> order = values;
  std::stable_sort(order.begin(), order.end(), [](const std::string& a, const std::string& b) {
    const auto x = parse_double(a), y = parse_double(b);
    if (x && y) return *x < *y;
    return x.has_value() && !y.has_value();
  });
  return order;
}

// Losses may begin, or break out, a hundredfold above where they end: what lies far outside the bulk of a
// panel is cut, so that the rest can be seen.
void cut_outliers(Json& rows) {
  std::map<std::string, std::vector<double>> means;
  for (const Json& row : rows) {
    if (row.at("mean").is_number())
      means[row.at("panel").get<std::string>()].push_back(row.at("mean").get<double>());
  }
  for (auto& [panel, values] : means) {
    std::sort(values.begin(), values.end());
    const auto quantile = [&, &v = values](double q) {
      return v[static_cast<std::size_t>(q * static_cast<double>(v.size() - 1))];
    };
    const double room = 3 * (quantile(0.75) - quantile(0.05));
    const double least = std::max(values.front(), quantile(0.05) - room),
                 most = std::min(values.back(), quantile(0.75) + room);
    for (Json& row : rows) {
      if (row.at("panel") != panel) continue;
      for (const char* field : {"mean", "low", "high"}) {
        if (!row.at(field).is_number()) continue;
        const double value = row.at(field).get<double>();
        const bool band = field[0] != 'm';
        const double margin = band ? 0.1 * (most - least) : 0;
        row[field] = figure_number(std::clamp(value, least - margin, most + margin));
      }
    }
  }
}

}  // namespace

Json lines_spec(FigureInput in) {
  const std::string& x = in.figure.x;
  for (Json& row : in.rows) {
    const Json value = row.at(x);
    row["at"] = option_label(x, value.is_number() ? shortest(value.get<double>())
                                : value.is_null() ? ""
                                                  : value.get<std::string>());
  }
  set_panels(in.rows, {"metric", "setting"});
  const std::vector<std::string> order = axis_order(values_of(in.rows, "at"));
  const std::string title = option_title(x);
  const Json at = ordinal("at", title, order);
  const std::string metric = in.only_metric();
  const Json tip = tooltip({{"method", "method"},
                            {"at", title},
                            {"mean", "mean#"},
                            {"low", "95 % from#"},
                            {"high", "to#"},
                            {"seeds", "seeds#"}});
  Json line = layer(
      {{"type", "line"}, {"strokeWidth", 2}},
      {{"x", at}, {"y", quantitative("mean", metric)}, {"color", in.colour()}, {"opacity", opacity(1)}});
  line["params"] = legend_choice();
  return figure(std::move(in.rows),
                {std::move(line),
                 layer({{"type", "rule"}, {"strokeWidth", 1.5}}, {{"x", at},
                                                                  {"y", quantitative("low", metric)},
                                                                  {"y2", {{"field", "high"}}},
                                                                  {"color", in.colour()},
                                                                  {"opacity", opacity(0.55)}}),
                 layer({{"type", "point"}, {"filled", true}, {"size", 60}},
                       {{"x", at},
                        {"y", quantitative("mean", metric)},
                        {"color", in.colour()},
                        {"shape",
                         {{"field", "method"},
                          {"type", "nominal"},
                          {"scale", {{"domain", in.methods}}},
                          {"legend", {{"title", nullptr}, {"orient", "top"}}}}},
                        {"opacity", opacity(1)},
                        {"tooltip", tip}})},
                in.figure.title, 300, false);
}

Json bars_spec(FigureInput in) {
  set_panels(in.rows, {"metric", "setting"});
  const Json y = hidden_title(ordinal("method", "", in.methods));
  const std::string metric = in.only_metric();
  const int height = 60 + 26 * static_cast<int>(in.methods.size());
  return figure(std::move(in.rows),
                {layer({{"type", "rule"}, {"strokeWidth", 2}}, {{"y", y},
                                                                {"x", quantitative("low", metric)},
                                                                {"x2", {{"field", "high"}}},
                                                                {"color", in.colour(false)}}),
                 layer({{"type", "point"}, {"filled", true}, {"size", 90}, {"opacity", 1}},
                       {{"y", y},
                        {"x", quantitative("mean", metric)},
                        {"color", in.colour(false)},
                        {"tooltip", tooltip({{"method", "method"},
                                             {"mean", "mean#"},
                                             {"low", "95 % from#"},
                                             {"high", "to#"},
                                             {"seeds", "seeds#"}})}})},
                in.figure.title, height, false);
}

Json curves_spec(FigureInput in) {
  set_panels(in.rows, {"metric", "setting"});
  cut_outliers(in.rows);
  const std::vector<std::string> panels = values_of(in.rows, "panel");
  Json best = Json::array();  // a row a series and panel
  for (const auto& [series, epoch] : in.best_epochs) {
    const SeriesName name = split_series(series);
    if (std::find(in.methods.begin(), in.methods.end(), name.method) == in.methods.end()) continue;
    for (const std::string& panel : panels) {
      const auto mine = std::find_if(in.rows.begin(), in.rows.end(), [&](const Json& row) {
        return row.at("panel") == panel && row.at("method") == name.method &&
               row.at("setting") == setting_label(name.setting);
      });
      if (mine == in.rows.end()) continue;
      best.push_back({{"method", name.method},
                      {"setting", setting_label(name.setting)},
                      {"panel", panel},
                      {"best", figure_number(epoch)}});
    }
  }
  for (Json& row : best) in.rows.push_back(std::move(row));
  const Json x = quantitative("epoch", "epoch");
  const std::string metric = in.only_metric();
  Json line = layer({{"type", "line"}, {"strokeWidth", 1.8}}, {{"x", x},
                                                               {"y", quantitative("mean", metric)},
                                                               {"color", in.colour()},
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
                                         {"color", in.colour()},
                                         {"opacity", opacity(0.15, 0.02)}});
  only(band, "datum.epoch != null && datum.low != null");
  Json rule = layer({{"type", "rule"}, {"strokeDash", {4, 3}}, {"strokeWidth", 1.5}},
                    {{"x", quantitative("best", "epoch")},
                     {"color", in.colour()},
                     {"opacity", opacity(0.9)},
                     {"tooltip", tooltip({{"method", "method"}, {"best", "best epoch, mean#"}})}});
  only(rule, "datum.best != null");
  return figure(std::move(in.rows), {std::move(band), std::move(line), std::move(rule)}, in.figure.title, 300,
                false);
}

Json sparse_spec(FigureInput in) {
  for (Json& row : in.rows) row["setting"] = setting_label(row.value("setting", ""));
  set_panels(in.rows, {"setting"});
  const std::string x = in.figure.distance == "l1" ? "L1 distance of the cut votes from all"
                                                   : "Jensen–Shannon distance of the cut votes from all";
  const std::string y = fmt::format("improvement over {} (soft NLL)", in.figure.baseline);
  Json line = layer({{"type", "line"}, {"strokeWidth", 2}, {"point", {{"size", 40}}}},
                    {{"x", quantitative("distance", x)},
                     {"y", quantitative("improvement", y)},
                     {"color", in.colour()},
                     {"opacity", opacity(1)},
                     {"tooltip", tooltip({{"method", "method"},
                                          {"distance", "distance#"},
                                          {"improvement", "improvement#"},
                                          {"items", "items a seed#"},
                                          {"spearman", "Spearman, all items#"}})}});
  line["params"] = legend_choice();
  return figure(
      std::move(in.rows),
      {layer({{"type", "rule"}, {"style", "faint"}, {"strokeDash", {2, 2}}}, {{"y", {{"datum", 0}}}}),
       std::move(line)},
      in.figure.title, 300);
}

}  // namespace dissent
