// Figures that look at single items: calibration, entropies, distributions.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/present/figure_kinds.h"
#include "dissent/present/figure_rows.h"
#include "dissent/present/vega.h"

namespace dissent {

using namespace vega;

Json reliability_spec(FigureInput in) {
  panel_by_series(in.rows);
  std::map<std::string, double> most;  // density by panel
  for (Json& row : in.rows) {
    double& here = most[row.at("panel").get<std::string>()];
    if (row.at("curve") == "smooth") here = std::max(here, row.value("weight", 0.0));
  }
  for (Json& row : in.rows) {
    const double highest = most[row.at("panel").get<std::string>()];
    if (row.at("curve") == "smooth" && highest > 0)
      row["height"] = figure_number(0.2 * row.value("weight", 0.0) / highest);
  }
  const Json colour = in.colour(false);
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
  return figure(std::move(in.rows), {diagonal(), std::move(density), std::move(smooth), std::move(points)},
                in.figure.title, 300);
}

Json entropy_spec(FigureInput in) {
  panel_by_series(in.rows);
  const Json colour = in.colour(false);
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
       {"color", colour},
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
  return figure(std::move(in.rows), {std::move(model), std::move(people)}, in.figure.title, 280);
}

Json entropy_map_spec(FigureInput in) {
  panel_by_series(in.rows);
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
  return figure(std::move(in.rows), {std::move(cells), diagonal(), std::move(mean)}, in.figure.title, 300);
}

Json items_spec(FigureInput in) {
  for (Json& row : in.rows)
    row["panel"] = fmt::format("{} (H = {:.2f})", row.value("item", ""), row.value("entropy", 0.0));
  const std::vector<std::string> classes = values_of(in.rows, "class");
  Json x = ordinal("class", "", classes);
  x["axis"]["labelAngle"] = -45;
  const bool several = values_of(in.rows, "panel").size() > 1;
  Json bars =
      layer({{"type", "bar"}},
            {{"x", hidden_title(x)},
             {"y", unit_interval("probability", "probability")},
             {"color", in.colour()},
             {"xOffset", {{"field", "method"}, {"sort", in.methods}}},
             {"tooltip", tooltip({{"method", "who"}, {"class", "class"}, {"probability", "probability#"}})}});
  return figure(std::move(in.rows), {std::move(bars)}, in.figure.title, several ? 200 : 260);
}

}  // namespace dissent
