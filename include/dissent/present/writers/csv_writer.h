// The tables of a document as CSV, for programs and spreadsheets: every number in a column of its own, with
// all of its digits.
#pragma once

#include <string>

#include "dissent/io/csv_texts.h"
#include "dissent/present/document.h"

namespace dissent {

// One table after the other, each below a line "# NAME: TITLE".
std::string csv_text(const Report& report, CsvTexts texts = CsvTexts::safe);
// A cell with numbers behind it gives a column a number (COLUMN.mean, COLUMN.sd; a lone "value" is COLUMN
// itself), any other its text.
std::string csv_text(const ReportTable& table, CsvTexts texts = CsvTexts::safe);

}  // namespace dissent
