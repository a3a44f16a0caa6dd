#include "dissent/present/vega.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dissent/core/text.h"

namespace dissent::vega {
namespace {

// The panels of rows in the order in which they come.
std::vector<std::string> panels_of(const Json& rows) {
  std::vector<std::string> panels;
  for (const Json& row : rows) {
    const std::string panel = row.value("panel", "");
    if (std::find(panels.begin(), panels.end(), panel) == panels.end()) panels.push_back(panel);
  }
  return panels;
}

}  // namespace

std::string as_text(const Json& specification) {
  return specification.dump(-1, ' ', false, Json::error_handler_t::replace);
}

double rounded(double value) {
  return std::isfinite(value) ? *parse_double(fmt::format("{:.7g}", value)) : value;
}

Json quantitative(std::string_view field, std::string_view title) {
  return {{"field", field},
          {"type", "quantitative"},
          {"title", title},
          {"scale", {{"zero", false}, {"nice", true}}}};
}

Json unit_interval(std::string_view field, std::string_view title) {
  return {{"field", field}, {"type", "quantitative"}, {"title", title}, {"scale", {{"domain", {0, 1}}}}};
}

Json ordinal(std::string_view field, std::string_view title, const std::vector<std::string>& order) {
  return {{"field", field},
          {"type", "ordinal"},
          {"title", title},
          {"sort", order},
          {"axis", {{"labelAngle", 0}, {"labelLimit", 160}}}};
}

Json hidden_title(Json channel) {
  channel["title"] = nullptr;
  return channel;
}

Json method_colour(const std::vector<std::string>& methods, const Colours& colours) {
  Json range = Json::array();
  for (const std::string& method : methods) range.push_back(colours.of(method));
  return {{"field", "method"},
          {"type", "nominal"},
          {"scale", {{"domain", methods}, {"range", std::move(range)}}},
          {"legend", methods.size() < 2 ? Json(nullptr)
                                        : Json{{"title", nullptr},
                                               {"orient", "top"},
                                               {"columns", 5},
                                               {"symbolLimit", 0},
                                               {"symbolOpacity", 1}}}};
}

Json opacity(double shown, double faint) {
  return {{"condition", {{"param", "pick"}, {"value", shown}}}, {"value", faint}};
}

Json legend_choice() {
  return Json::array(
      {{{"name", "pick"}, {"select", {{"type", "point"}, {"fields", {"method"}}}}, {"bind", "legend"}}});
}

Json tooltip(const std::vector<std::pair<std::string, std::string>>& fields) {
  Json list = Json::array();
  for (const auto& [field, title] : fields) {
    const bool number = !title.empty() && title.back() == '#';
    Json one = {{"field", field}, {"title", number ? title.substr(0, title.size() - 1) : title}};
    if (number) {
      one["type"] = "quantitative";
      one["format"] = ".4~g";
    } else {
      one["type"] = "nominal";
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json layer(Json mark, Json encoding) {
  return {{"mark", std::move(mark)}, {"encoding", std::move(encoding)}};
}

void only(Json& layer, std::string_view filter) {
  layer["transform"] = Json::array({{{"filter", filter}}});
}

Json diagonal() {
  return {{"data", {{"values", Json::array({{{"x", 0}, {"y", 0}}, {{"x", 1}, {"y", 1}}})}}},
          {"mark", {{"type", "line"}, {"style", "faint"}, {"strokeDash", {3, 3}}, {"strokeWidth", 1}}},
          {"encoding", {{"x", unit_interval("x", "")}, {"y", unit_interval("y", "")}}}};
}

Json figure(Json rows, std::vector<Json> layers, std::string_view description, int height, bool shared_axes) {
  Json spec = {{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"}, {"description", description}};
  const std::vector<std::string> panels = panels_of(rows);
  spec["data"] = {{"values", std::move(rows)}};
  if (panels.size() < 2) {
    spec["height"] = height;
    spec["layer"] = std::move(layers);
    return spec;
  }
  spec["facet"] = {{"field", "panel"},
                   {"type", "nominal"},
                   {"title", nullptr},
                   {"sort", panels},
                   {"header", {{"labelFontWeight", "bold"}, {"labelLimit", 320}}}};
  spec["columns"] = panels.size() == 4 ? 2 : std::min<std::size_t>(3, panels.size());
  spec["spec"] = {{"width", 260}, {"height", height - 40}, {"layer", std::move(layers)}};
  if (!shared_axes) spec["resolve"] = {{"scale", {{"x", "independent"}, {"y", "independent"}}}};
  return spec;
}

}  // namespace dissent::vega
