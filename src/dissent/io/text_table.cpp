#include "dissent/io/text_table.h"

#include <algorithm>

#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/io/markup.h"

namespace dissent {
namespace {

// Every cell as a form wants it written.
template <class Write>
std::vector<std::vector<std::string>> written(std::vector<std::vector<std::string>> rows,
                                              const Write& write) {
  for (auto& row : rows) {
    for (std::string& cell : row) cell = write(cell);
  }
  return rows;
}

std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], display_width(row[c]));
  }
  return widths;
}

}  // namespace

std::string TextTable::line(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                            std::string_view between) const {
  std::string line;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const std::string padding(widths[c] - display_width(row[c]), ' ');
    if (c > 0) line += between;
    line += c < texts_ ? row[c] + padding : padding + row[c];
  }
  return line;
}

std::vector<std::string> TextTable::lines() const {
  std::vector<std::string> out;
  const auto rows = written(rows_, printable);
  const std::vector<std::size_t> wide = widths_of(rows);
  for (const auto& row : rows) {
    out.push_back(line(row, wide, "  "));
    out.back().erase(out.back().find_last_not_of(' ') + 1);
  }
  return out;
}

std::string TextTable::markdown() const {
  std::string out;
  const auto rows = written(rows_, in_markdown);
  const std::vector<std::size_t> wide = widths_of(rows);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    out += "| " + line(rows[r], wide, " | ") + " |\n";
    if (r > 0) continue;
    for (std::size_t c = 0; c < wide.size(); ++c) {
      out += (c == 0 ? "| " : " | ") + std::string(c < texts_ ? "---" : "--:");
    }
    out += " |\n";
  }
  return out;
}

std::string TextTable::csv() const {
  std::string out;
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) out += (c == 0 ? "" : ",") + csv_field(row[c]);
    out += "\n";
  }
  return out;
}

std::string TextTable::latex() const {
  const std::size_t columns = widths_of(rows_).size(), texts = std::min(texts_, columns);
  std::string out =
      "\\begin{tabular}{" + std::string(texts, 'l') + std::string(columns - texts, 'r') + "}\n\\toprule\n";
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    // After the line break before it, a bracket or a star would belong to that.
    if (!rows_[r].empty() && (rows_[r][0].starts_with('[') || rows_[r][0].starts_with('*'))) out += "{}";
    for (std::size_t c = 0; c < rows_[r].size(); ++c) out += (c == 0 ? "" : " & ") + in_latex(rows_[r][c]);
    out += " \\\\\n";
    if (r == 0) out += "\\midrule\n";
  }
  return out + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace dissent
