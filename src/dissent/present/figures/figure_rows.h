// Rows of a figure as CSV and as the objects that Vega-Lite takes. A type of rows lists its columns once:
//
//   struct Row {
//     MethodKey series;
//     double value = 0;
//     std::string panel = {};  // filled in where the figure is drawn
//     static auto columns(const StudyFigure&) {
//       return std::tuple{RowColumn{"series", &Row::series}, RowColumn{"value", &Row::value}};
//     }
//     static auto drawn() { return std::tuple{RowColumn{"panel", &Row::panel}}; }  // not in CSV
//   };
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "dissent/io/csv.h"
#include "dissent/io/markup.h"
#include "dissent/present/figures/figure.h"
#include "dissent/present/vega.h"
#include "dissent/run/run_methods.h"

namespace dissent {

template <class Row, class Value>
struct RowColumn {
  std::string name;
  Value Row::*member;
};
template <class Row, class Value>
RowColumn(std::string, Value Row::*) -> RowColumn<Row, Value>;

// One value as a field of CSV; NaN is empty.
std::string figure_field(double value);
std::string figure_field(std::uint64_t value);
std::string figure_field(const std::string& text);
std::string figure_field(const MethodKey& series);  // "sls (votes-per-item=5)"
std::string figure_field(const Setting& setting);

// And from one; what is none is NaN or 0.
void read_field(std::string_view text, double& value);
void read_field(std::string_view text, std::uint64_t& value);
void read_field(std::string_view text, std::string& value);
void read_field(std::string_view text, MethodKey& series);
void read_field(std::string_view text, Setting& setting);

// One value as a member of a Vega-Lite row: NaN is null, numbers have 7 digits, a series is `method` and
// `setting`.
void put_member(Json& row, const std::string& name, double value);
void put_member(Json& row, const std::string& name, std::uint64_t value);
void put_member(Json& row, const std::string& name, const std::string& text);
void put_member(Json& row, const std::string& name, const MethodKey& series);
void put_member(Json& row, const std::string& name, const Setting& setting);

template <class Row>
std::string rows_csv(const std::vector<Row>& rows, const StudyFigure& figure) {
  const auto columns = Row::columns(figure);
  std::string csv;
  std::apply([&](const auto&... column) { ((csv += csv_field(column.name) + ","), ...); }, columns);
  csv.back() = '\n';
  for (const Row& row : rows) {
    std::apply([&](const auto&... column) { ((csv += figure_field(row.*column.member) + ","), ...); },
               columns);
    csv.back() = '\n';
  }
  return csv;
}

template <class Row>
std::vector<Row> read_rows(std::string_view csv, const StudyFigure& figure) {
  std::vector<Row> rows;
  CsvReader reader(csv, ',', figure.name + ".csv");
  if (!reader.next()) return rows;
  const std::vector<std::string> head(reader.fields().begin(), reader.fields().end());
  const auto columns = Row::columns(figure);
  while (reader.next(head.size())) {
    Row& row = rows.emplace_back();
    const auto read = [&](const auto& column) {
      const auto at = std::find(head.begin(), head.end(), column.name);
      if (at != head.end())
        read_field(reader.fields()[static_cast<std::size_t>(at - head.begin())], row.*column.member);
    };
    std::apply([&](const auto&... column) { (read(column), ...); }, columns);
  }
  return rows;
}

template <class Row>
Json vega_rows(const std::vector<Row>& rows, const StudyFigure& figure) {
  Json all = Json::array();
  const auto columns = std::tuple_cat(Row::columns(figure), Row::drawn());
  for (const Row& row : rows) {
    Json one = Json::object();
    std::apply([&](const auto&... column) { (put_member(one, column.name, row.*column.member), ...); },
               columns);
    all.push_back(std::move(one));
  }
  return all;
}

// Different texts of rows, in the order in which they come.
template <class Row, class Text>
std::vector<std::string> texts_of(const std::vector<Row>& rows, Text&& text) {
  std::vector<std::string> all;
  for (const Row& row : rows) {
    std::string one = text(row);
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(std::move(one));
  }
  return all;
}
template <class Row>
std::vector<std::string> methods_in(const std::vector<Row>& rows) {
  return texts_of(rows, [](const Row& row) { return row.series.method; });
}

// Gives rows their `panel`: those of these texts that differ among the rows.
template <class Row, class... Text>
void set_panels(std::vector<Row>& rows, Text&&... text) {
  const auto add = [&](auto&& part) {
    if (texts_of(rows, part).size() < 2) return;
    for (Row& row : rows) {
      const std::string more = part(row);
      if (!more.empty()) row.panel += (row.panel.empty() ? "" : "; ") + more;
    }
  };
  (add(text), ...);
}
// The parts of panels that most figures have.
inline constexpr auto kMetricPanel = [](const auto& row) { return metric_label(row.metric); };
inline constexpr auto kSettingPanel = [](const auto& row) { return setting_label(row.series.settings); };

// A panel a method and setting.
template <class Row>
void panel_by_series(std::vector<Row>& rows) {
  for (Row& row : rows) {
    const std::string setting = setting_label(row.series.settings);
    row.panel = setting.empty() ? row.series.method : fmt::format("{}; {}", row.series.method, setting);
  }
}

// The metric's label, where the rows have only one.
template <class Row>
std::string only_metric(const std::vector<Row>& rows) {
  const std::vector<std::string> metrics = texts_of(rows, kMetricPanel);
  return metrics.size() == 1 ? metrics.front() : "";
}

// A kind of figure from how its rows are made and how they are drawn.
template <class Row>
FigureKind figure_kind(std::vector<Row> (*make)(const StudyFigure&, FigureSource&),
                       Json (*draw)(std::vector<Row>, const FigureDrawing&)) {
  class RowsFigure : public Figure {
   public:
    using Draw = Json (*)(std::vector<Row>, const FigureDrawing&);
    RowsFigure(const StudyFigure& figure, std::vector<Row> rows, Draw draw_rows)
        : figure_(figure), rows_(std::move(rows)), draw_(draw_rows) {}
    std::string csv() const override { return rows_csv(rows_, figure_); }
    Json specification(const FigureDrawing& drawing) const override { return draw_(rows_, drawing); }

   private:
    StudyFigure figure_;
    std::vector<Row> rows_;
    Draw draw_;
  };
  return {[=](const StudyFigure& figure, FigureSource& source) -> std::unique_ptr<Figure> {
            return std::make_unique<RowsFigure>(figure, make(figure, source), draw);
          },
          [=](const StudyFigure& figure, std::string_view csv) -> std::unique_ptr<Figure> {
            return std::make_unique<RowsFigure>(figure, read_rows<Row>(csv, figure), draw);
          }};
}

}  // namespace dissent
