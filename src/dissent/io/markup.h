// Texts inside marked-up documents: nothing in them is taken for markup, and they stay on one line.
#pragma once

#include <string>
#include <string_view>

#include "dissent/io/csv_texts.h"

namespace dissent {

// For cells, titles and names: no table, code, link or HTML begins in them.
std::string in_markdown(std::string_view text);
// For sentences, whose code spans stay.
std::string sentence_in_markdown(std::string_view text);
std::string in_latex(std::string_view text);

// As CsvTexts::safe has it. A text that looks as if it had got its apostrophe gets another, so that the way
// back is certain.
std::string in_sheet(std::string_view text);
std::string_view from_sheet(std::string_view text);
// A field of a CSV file.
std::string sheet_field(std::string_view text, CsvTexts texts = CsvTexts::safe);

}  // namespace dissent
