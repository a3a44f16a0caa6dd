// A small table of texts, the first row being its head: aligned for a terminal, or as Markdown, CSV or LaTeX.
#pragma once

#include <string>
#include <string_view>

#include "dissent/io/text_table.h"

namespace dissent::cli {

class Table : public TextTable {
 public:
  using TextTable::TextTable;
  std::string text() const;  // indented by two columns, the head dim
  // One of the formats by name: text, markdown, csv, latex.
  std::string as(std::string_view format) const;
};

}  // namespace dissent::cli
