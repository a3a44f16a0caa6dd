// What a cell or the name of a column of a table of predictions looks like.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "dissent/core/text.h"
#include "dissent/predictions/prediction_table.h"
#include "dissent/predictions/predictions_cells.h"

namespace dissent::table_cells {

inline bool is_fraction(std::string_view text) {
  const std::optional<double> number = parse_double(text);
  return number && std::isfinite(*number) && *number != std::floor(*number);
}

// Whether one of the first rows has such a cell in this column, empty ones aside.
template <class Test>
bool any_cell(const PredictionTable& table, std::size_t column, const Test& test) {
  return std::any_of(table.sample.begin(), table.sample.end(), [&](const auto& record) {
    return column < record.size() && !trim(record[column]).empty() && test(trim(record[column]));
  });
}

// A column of fractions holds predictions, whatever it is called: no item is named 0.25.
inline bool holds_fractions(const PredictionTable& table, int column) {
  return any_cell(table, static_cast<std::size_t>(column), is_fraction);
}

inline bool is_not_whole(std::string_view cell) {
  const auto number = parse_double(cell);
  return !number || *number != std::floor(*number);
}

// "0,5", too: meant as a number, and told to be wrong.
inline bool is_number_text(std::string_view cell) {
  std::string point(cell);
  std::replace(point.begin(), point.end(), ',', '.');
  return parse_double(point).has_value();
}

inline bool is_no_number(std::string_view cell) {
  return !is_number_text(cell);
}

inline bool is_list(std::string_view cell) {
  return list_of_numbers(cell).has_value();
}

// What stands beside a label, and is no class: {confidence: 0.9, votes: 5}.
inline bool accompanies_label(std::string_view name) {
  constexpr std::array<std::string_view, 10> kNames = {
      "confidence", "conf", "certainty", "max_prob", "score", "votes", "count", "loss", "margin", "n"};
  const std::string lower = to_lower(name);
  return std::find(kNames.begin(), kNames.end(), lower) != kNames.end();
}

// Names by which a label may as well be the annotators' own.
inline bool may_be_gold(std::string_view name) {
  const std::string lower = to_lower(name);
  return lower == "label" || lower == "class" || lower == "answer" || lower == "hard_label";
}

}  // namespace dissent::table_cells
