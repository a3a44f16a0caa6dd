#include "dissent/present/writers/json_writer.h"

#include "dissent/io/json_number.h"

namespace dissent {

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
      if (block.shown == Shown::on_terminal) continue;
      if (const auto* prose = block.as<Prose>(); prose != nullptr && prose->warning) {
        for (const std::string& paragraph : prose->paragraphs) json["notices"].push_back(paragraph);
      }
      if (const auto* facts = block.as<Facts>()) {
        for (const Fact& fact : facts->entries) json["facts"][fact.name] = fact.value;
      }
    }
  }
  return json;
}

}  // namespace dissent
