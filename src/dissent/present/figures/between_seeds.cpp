#include "dissent/present/figures/between_seeds.h"

namespace dissent {

Json draw_between_seeds(std::vector<BetweenSeedsRow> rows, const FigureDrawing& drawing,
                        const std::map<std::string, std::string>& labels, const std::string& title) {
  using namespace vega;
  for (BetweenSeedsRow& row : rows) {
    const auto known = labels.find(row.measure);
    row.panel = known == labels.end() ? row.measure : known->second;
  }
  const std::vector<std::string> methods = methods_in(rows);
  const Json y = hidden_title(ordinal("method", "", methods));
  const Json x = quantitative("value", title), colour = drawing.colour(methods, false);
  Json ticks = layer(
      {{"type", "tick"}, {"thickness", 2}, {"opacity", 0.45}},
      {{"y", y},
       {"x", x},
       {"color", colour},
       {"tooltip",
        tooltip({{"method", "method"}, {"seed_a", "seed#"}, {"seed_b", "seed#"}, {"value", "value#"}})}});
  Json mean_x = x;
  mean_x["aggregate"] = "mean";
  Json mean = layer({{"type", "point"}, {"filled", true}, {"size", 90}, {"opacity", 1}},
                    {{"y", y}, {"x", mean_x}, {"color", colour}});
  return figure(vega_rows(rows, drawing.figure), {std::move(ticks), std::move(mean)}, drawing.figure.title,
                60 + 30 * static_cast<int>(methods.size()), true);
}

}  // namespace dissent
