// Figures of basins and of what differs between seeds.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/present/figure_kinds.h"
#include "dissent/present/figure_rows.h"
#include "dissent/present/vega.h"

namespace dissent {

using namespace vega;

Json spectrum_spec(FigureInput in) {
  set_panels(in.rows, {"slice", "setting"});
  Json x = quantitative("eigenvalue", "eigenvalue"), y = quantitative("weight", "weight");
  x["scale"]["type"] = "symlog";
  y["scale"]["type"] = "log";
  Json points = layer({{"type", "point"}, {"filled", true}, {"size", 35}},
                      {{"x", x},
                       {"y", y},
                       {"color", in.colour()},
                       {"opacity", opacity(0.8)},
                       {"tooltip", tooltip({{"method", "method"},
                                            {"seed", "seed#"},
                                            {"eigenvalue", "eigenvalue#"},
                                            {"weight", "weight#"}})}});
  points["params"] = legend_choice();
  only(points, "datum.weight > 0");
  return figure(std::move(in.rows), {std::move(points)}, in.figure.title, 300, false);
}

Json variance_spec(FigureInput in) {
  set_panels(in.rows, {"setting"});
  Json line = layer({{"type", "line"}, {"point", {{"size", 30}}}, {"strokeWidth", 1.5}},
                    {{"x", quantitative("entropy", "annotators' entropy (nats)")},
                     {"y", quantitative("variance", "variance of the last layer's gradient")},
                     {"color", in.colour()},
                     {"detail", {{"field", "seed"}}},
                     {"opacity", opacity(0.8)},
                     {"tooltip", tooltip({{"method", "method"},
                                          {"seed", "seed#"},
                                          {"entropy", "entropy#"},
                                          {"variance", "variance#"},
                                          {"items", "items#"}})}});
  line["params"] = legend_choice();
  return figure(std::move(in.rows), {std::move(line)}, in.figure.title, 300);
}

Json barrier_spec(FigureInput in) {
  std::string from, to;
  for (Json& row : in.rows) {
    row["panel"] =
        fmt::format("{} statistics of batch normalisation",
                    row.value("statistics", "") == "interpolated" ? "interpolated" : "re-estimated");
    row["run"] = fmt::format("{}–{}, seed {}", row.value("from", ""), row.value("to", ""),
                             shortest(row.value("seed", 0.0)));
    from = row.value("from", "");
    to = row.value("to", "");
  }
  Json line = layer(
      {{"type", "line"}, {"strokeWidth", 1.6}, {"style", "ink"}, {"opacity", 0.6}},
      {{"x", quantitative("position", fmt::format("from {} (0) to {} (1)", from, to))},
       {"y", quantitative("loss", "soft NLL")},
       {"detail", {{"field", "run"}}},
       {"tooltip",
        tooltip({{"run", "path"}, {"position", "position#"}, {"loss", "loss#"}, {"barrier", "barrier#"}})}});
  return figure(std::move(in.rows), {std::move(line)}, in.figure.title, 300);
}

Json between_seeds_spec(FigureInput in) {
  static const std::map<std::string, std::string> names{{"biased", "CKA"},
                                                        {"debiased", "CKA, debiased"},
                                                        {"all", "all items"},
                                                        {"slice", "items with most disagreement"}};
  for (Json& row : in.rows) {
    const auto known = names.find(row.value("measure", ""));
    row["panel"] = known == names.end() ? row.value("measure", "") : known->second;
  }
  const Json y = hidden_title(ordinal("method", "", in.methods));
  const Json x =
      quantitative("value", in.figure.kind == "cka" ? "linear CKA between two seeds"
                                                    : "correlation of Grad-CAM maps between two seeds");
  Json ticks = layer(
      {{"type", "tick"}, {"thickness", 2}, {"opacity", 0.45}},
      {{"y", y},
       {"x", x},
       {"color", in.colour(false)},
       {"tooltip",
        tooltip({{"method", "method"}, {"seed_a", "seed#"}, {"seed_b", "seed#"}, {"value", "value#"}})}});
  Json mean_x = x;
  mean_x["aggregate"] = "mean";
  Json mean = layer({{"type", "point"}, {"filled", true}, {"size", 90}, {"opacity", 1}},
                    {{"y", y}, {"x", mean_x}, {"color", in.colour(false)}});
  return figure(std::move(in.rows), {std::move(ticks), std::move(mean)}, in.figure.title,
                60 + 30 * static_cast<int>(in.methods.size()), true);
}

}  // namespace dissent
