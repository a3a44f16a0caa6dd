#include "dissent/present/writers/csv_writer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/io/markup.h"
#include "dissent/present/writers/shown_table.h"

namespace dissent {
namespace {

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

}  // namespace

std::string csv_text(const ReportTable& table, CsvTexts texts) {
  const auto text = [&](const std::string& cell) { return texts == CsvTexts::raw ? cell : in_sheet(cell); };
  TextTable out;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> parts;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    parts.push_back(parts_of(table, c));
    const std::string name = text(table.columns[c].name);
    if (parts.back().empty()) head.push_back(name);
    for (const std::string& part : parts.back()) {
      head.push_back(part == "value" ? name : fmt::format("{}.{}", name, part));
    }
  }
  out.add(std::move(head));
  for (const auto& row : table.rows) {
    std::vector<std::string> line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (parts[c].empty()) line.push_back(text(plain_signs(row[c].text)));
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

std::string csv_text(const Report& report, CsvTexts texts) {
  std::string out;
  for (const ReportTable* table : tables_of(report)) {
    if (table->rows.empty()) continue;
    if (!out.empty()) out += "\n";
    const std::string title = printable(table->title);
    out += table->name.empty() ? fmt::format("# {}\n", title) : fmt::format("# {}: {}\n", table->name, title);
    out += csv_text(*table, texts);
  }
  return out;
}

}  // namespace dissent
