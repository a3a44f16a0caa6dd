// A table as people read it, a text a cell: what the writers for the terminal, Markdown and LaTeX begin with.
#pragma once

#include <string>

#include "dissent/io/text_table.h"
#include "dissent/present/document.h"

namespace dissent {

// Numbers in documents have − for minus and ∞ for infinity; terminals and CSV files get "-" and "inf".
enum class Signs { typographic, plain };
std::string plain_signs(std::string text);

// The columns up to the first that is numeric are aligned on the left.
TextTable shown_table(const ReportTable& table, Signs signs);

}  // namespace dissent
