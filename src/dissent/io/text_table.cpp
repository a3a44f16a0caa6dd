#include "dissent/io/text_table.h"

#include <algorithm>

#include "dissent/core/text.h"
#include "dissent/io/csv.h"

namespace dissent {
namespace {

std::string latex_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  for (const auto& [sign, name] :
       {std::pair<std::string_view, std::string_view>{"±", "$\\pm$"}, {"−", "$-$"}}) {
    for (std::size_t at = out.find(sign); at != std::string::npos; at = out.find(sign, at + name.size())) {
      out.replace(at, sign.size(), name);
    }
  }
  return out;
}

}  // namespace

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], display_width(row[c]));
  }
  return widths;
}

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
  const std::vector<std::size_t> wide = widths();
  for (const auto& row : rows_) {
    out.push_back(line(row, wide, "  "));
    out.back().erase(out.back().find_last_not_of(' ') + 1);
  }
  return out;
}

std::string TextTable::markdown() const {
  std::string out;
  const std::vector<std::size_t> wide = widths();
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    out += "| " + line(rows_[r], wide, " | ") + " |\n";
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
  const std::size_t columns = widths().size(), texts = std::min(texts_, columns);
  std::string out =
      "\\begin{tabular}{" + std::string(texts, 'l') + std::string(columns - texts, 'r') + "}\n\\toprule\n";
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t c = 0; c < rows_[r].size(); ++c) out += (c == 0 ? "" : " & ") + latex_text(rows_[r][c]);
    out += " \\\\\n";
    if (r == 0) out += "\\midrule\n";
  }
  return out + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace dissent
