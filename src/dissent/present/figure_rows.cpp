#include "dissent/present/figure_rows.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/present/labels.h"

namespace dissent {

double figure_number(double value) {
  return std::isfinite(value) ? *parse_double(fmt::format("{:.7g}", value)) : value;
}

Json figure_rows(std::string_view csv, const std::vector<std::string>& texts) {
  Json rows = Json::array();
  CsvReader reader(csv, ',', "figure");
  if (!reader.next()) return rows;
  const std::vector<std::string> head(reader.fields().begin(), reader.fields().end());
  while (reader.next(head.size())) {
    Json row = Json::object();
    for (std::size_t c = 0; c < head.size(); ++c) {
      const std::string text(reader.fields()[c]);
      if (head[c] == "series") {
        const SeriesName name = split_series(text);
        row["method"] = name.method;
        row["setting"] = setting_label(name.setting);
      } else if (std::find(texts.begin(), texts.end(), head[c]) != texts.end()) {
        row[head[c]] = text;
      } else if (const auto number = parse_double(text); number && std::isfinite(*number)) {
        row[head[c]] = figure_number(*number);
      } else {
        row[head[c]] = text.empty() ? Json(nullptr) : Json(text);
      }
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> values_of(const Json& rows, const std::string& field) {
  std::vector<std::string> values;
  for (const Json& row : rows) {
    const std::string value = row.value(field, "");
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

}  // namespace dissent
