#include "dissent/present/writers/shown_table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace dissent {

std::string plain_signs(std::string text) {
  for (const auto& [sign, plain] : {std::pair<std::string_view, std::string_view>{"−", "-"}, {"∞", "inf"}}) {
    for (std::size_t at = text.find(sign); at != std::string::npos; at = text.find(sign, at + plain.size())) {
      text.replace(at, sign.size(), plain);
    }
  }
  return text;
}

TextTable shown_table(const ReportTable& table, Signs signs) {
  const auto number = std::find_if(table.columns.begin(), table.columns.end(),
                                   [](const ReportColumn& column) { return column.numeric; });
  const bool texts_alone = number == table.columns.end();
  TextTable out(texts_alone ? TextTable::kAll : static_cast<std::size_t>(number - table.columns.begin()));
  std::vector<std::string> head;
  for (const ReportColumn& column : table.columns) head.push_back(column.label);
  out.add(std::move(head));
  for (const auto& row : table.rows) {
    std::vector<std::string> line;
    for (const ReportCell& cell : row) {
      std::string text = cell.aside.empty()
                             ? cell.text
                             : fmt::format("{}{}({})", cell.text, cell.text.empty() ? "" : " ", cell.aside);
      line.push_back(signs == Signs::plain ? plain_signs(std::move(text)) : std::move(text));
    }
    out.add(std::move(line));
  }
  return out;
}

}  // namespace dissent
