// The pieces that figures are put together from, as Vega-Lite writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/io/json.h"
#include "dissent/present/labels.h"

namespace dissent::vega {

Json quantitative(std::string_view field, std::string_view title);   // the axis need not begin at 0
Json unit_interval(std::string_view field, std::string_view title);  // an axis from 0 to 1
Json ordinal(std::string_view field, std::string_view title, const std::vector<std::string>& order);
Json hidden_title(Json channel);
// A method's colour, with a legend above the figure.
Json method_colour(const std::vector<std::string>& methods, const Colours& colours);
// Faint where the legend was clicked on another method; goes with legend_choice() in one layer of the figure.
Json opacity(double shown, double faint = 0.08);
Json legend_choice();
// What a mark tells under the mouse: fields and their titles, four digits.
Json tooltip(const std::vector<std::pair<std::string, std::string>>& fields);

Json layer(Json mark, Json encoding);
void only(Json& layer, std::string_view filter);  // the rows for which this expression holds
Json diagonal();                                  // from (0, 0) to (1, 1), faint
// A specification as a document holds it.
std::string as_text(const Json& specification);
double rounded(double value);  // to 7 digits, more than a figure shows
// A figure of these layers; where rows differ in `panel`, a panel for each of its values.
Json figure(Json rows, std::vector<Json> layers, std::string_view description, int height,
            bool shared_axes = true);

}  // namespace dissent::vega
