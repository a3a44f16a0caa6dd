// Whether texts of a CSV file are safe for spreadsheets: one that would be computed (=, +, -, @, a tab or a
// carriage return at its beginning, and no number) gets an apostrophe before it; raw ones are as they are.
#pragma once

namespace dissent {

enum class CsvTexts { safe, raw };

}  // namespace dissent
