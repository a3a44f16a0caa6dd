#include "dissent/present/formats.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/json_number.h"
#include "dissent/io/text_table.h"

namespace dissent {
namespace {

// As people read it: a cell a column.
TextTable shown(const ReportTable& table) {
  const auto number = std::find_if(table.columns.begin(), table.columns.end(),
                                   [](const ReportColumn& column) { return column.numeric; });
  TextTable out(static_cast<std::size_t>(number - table.columns.begin()));
  std::vector<std::string> head;
  for (const ReportColumn& column : table.columns) head.push_back(column.label);
  out.add(std::move(head));
  for (const auto& row : table.rows) {
    std::vector<std::string> line;
    for (const ReportCell& cell : row) {
      line.push_back(cell.aside.empty()
                         ? cell.text
                         : fmt::format("{}{}({})", cell.text, cell.text.empty() ? "" : " ", cell.aside));
    }
    out.add(std::move(line));
  }
  return out;
}

// The names of the numbers that a column's cells have between them: "mean", "sd", ...
std::vector<std::string> parts_of(const ReportTable& table, std::size_t column) {
  std::vector<std::string> names;
  for (const auto& row : table.rows) {
    for (const auto& [name, value] : row[column].parts) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

// For programs: every number in a column of its own, with all of its digits.
std::string tidy_csv(const ReportTable& table) {
  TextTable out;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> parts;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    parts.push_back(parts_of(table, c));
    if (parts.back().empty()) head.push_back(table.columns[c].name);
    for (const std::string& part : parts.back()) {
      head.push_back(part == "value" ? table.columns[c].name
                                     : fmt::format("{}.{}", table.columns[c].name, part));
    }
  }
  out.add(std::move(head));
  for (const auto& row : table.rows) {
    std::vector<std::string> line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (parts[c].empty()) line.push_back(row[c].text);
      for (const std::string& part : parts[c]) {
        const auto found = std::find_if(row[c].parts.begin(), row[c].parts.end(),
                                        [&](const auto& one) { return one.first == part; });
        line.push_back(found == row[c].parts.end() || std::isnan(found->second) ? ""
                                                                                : shortest(found->second));
      }
    }
    out.add(std::move(line));
  }
  return out.csv();
}

std::string one_table(const ReportTable& table, std::string_view format) {
  if (format == "csv") return tidy_csv(table);
  if (format == "latex") return fmt::format("% {}\n{}", table.title, shown(table).latex());
  return fmt::format("{}\n\n{}{}", table.title, shown(table).markdown(),
                     table.note.empty() ? "" : fmt::format("\n{}\n", table.note));
}

std::string markdown(const Report& report) {
  std::string out = fmt::format("# {}\n", report.title);
  if (!report.about.empty()) out += fmt::format("\n{}\n", report.about);
  for (const std::string& sentence : report.findings) out += fmt::format("\n{}\n", sentence);
  for (const ReportSection& section : report.sections) {
    std::string inside;
    for (const ReportBlock& block : section.blocks) {
      if (const auto* table = std::get_if<ReportTable>(&block))
        inside += fmt::format("\n{}", one_table(*table, "md"));
      if (const auto* prose = std::get_if<Prose>(&block)) {
        for (const std::string& paragraph : prose->paragraphs) inside += fmt::format("\n{}\n", paragraph);
      }
      if (const auto* facts = std::get_if<Facts>(&block)) {
        inside += "\n";
        for (const auto& [what, is] : facts->entries) inside += fmt::format("- {}: {}\n", what, is);
      }
    }
    if (inside.empty()) continue;
    if (!section.title.empty()) out += fmt::format("\n## {}\n", section.title);
    out += inside;
  }
  return out;
}

}  // namespace

Json report_table_json(const ReportTable& table) {
  Json json = {
      {"name", table.name}, {"title", table.title}, {"columns", Json::array()}, {"rows", Json::array()}};
  for (const ReportColumn& column : table.columns) json["columns"].push_back(column.name);
  for (const auto& row : table.rows) {
    Json line = Json::object();
    for (std::size_t c = 0; c < row.size(); ++c) {
      const ReportCell& cell = row[c];
      Json& here = line[table.columns[c].name];
      if (cell.parts.empty()) {
        here = table.columns[c].numeric && cell.text.empty() ? Json(nullptr) : Json(cell.text);
      } else if (cell.parts.size() == 1 && cell.parts.front().first == "value") {
        here = number(cell.parts.front().second);
      } else {
        for (const auto& [name, value] : cell.parts) here[name] = number(value);
      }
    }
    json["rows"].push_back(std::move(line));
  }
  return json;
}

Json report_json(const Report& report) {
  Json json = {{"kind", report.kind},         {"title", report.title},    {"about", report.about},
               {"findings", report.findings}, {"notices", Json::array()}, {"tables", Json::array()},
               {"figures", Json::array()},    {"facts", Json::object()}};
  for (const ReportTable* table : tables_of(report)) json["tables"].push_back(report_table_json(*table));
  for (const ReportFigure* figure : figures_of(report)) {
    json["figures"].push_back(
        {{"name", figure->name}, {"title", figure->title}, {"caption", figure->caption}});
  }
  for (const ReportSection& section : report.sections) {
    for (const ReportBlock& block : section.blocks) {
      if (const auto* prose = std::get_if<Prose>(&block); prose != nullptr && prose->warning) {
        for (const std::string& paragraph : prose->paragraphs) json["notices"].push_back(paragraph);
      }
      if (const auto* facts = std::get_if<Facts>(&block)) {
        for (const auto& [what, is] : facts->entries) json["facts"][what] = is;
      }
    }
  }
  return json;
}

std::string report_as(const Report& report, std::string_view format, std::string_view only) {
  check_choice("format", format, {"md", "csv", "latex", "json"});
  const std::vector<const ReportTable*> tables = tables_of(report);
  if (!only.empty()) {
    std::vector<std::string_view> names;
    for (const ReportTable* table : tables) {
      if (table->name != only) {
        names.push_back(table->name);
      } else {
        return format == "json" ? report_table_json(*table).dump(2) + "\n" : one_table(*table, format);
      }
    }
    throw Error(unknown_name("table", only, names));
  }
  if (format == "json") return report_json(report).dump(2) + "\n";
  if (format == "md") return markdown(report);
  std::string out;
  for (const ReportTable* table : tables) {
    if (!out.empty()) out += "\n";
    if (format == "csv") out += fmt::format("# {}: {}\n", table->name, table->title);
    out += one_table(*table, format);
  }
  return out;
}

}  // namespace dissent
