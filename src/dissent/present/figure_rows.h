// The data of figures: tidy CSV as the objects that Vega-Lite takes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/io/json.h"

namespace dissent {

// A row an object; what reads as a number is one (to 7 digits, more than a figure shows), an empty field is
// null, and `texts` stay texts. A column `series` becomes `method` and `setting`.
Json figure_rows(std::string_view csv, const std::vector<std::string>& texts);

// The values of a field in the order in which they come.
std::vector<std::string> values_of(const Json& rows, const std::string& field);

double figure_number(double value);  // to 7 digits

}  // namespace dissent
