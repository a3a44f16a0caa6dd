// How a text is a table: what stands between its columns, and whether its first line names them. Told from
// the first records alone; what the options say goes before.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/importer.h"

namespace dissent {

using TableRecord = std::vector<std::string>;

struct Separator {
  char character = ',';
  bool blanks = false;  // any run of spaces and tabs; `character` then is the tab that takes its place
};

// The separator by which the first records have the same number of fields, the most of them; commas where
// the text has one column.
Separator find_separator(std::string_view text);
// "comma", "tab", "semicolon", "bar" or "blanks".
std::string_view separator_name(const Separator& separator);
// The text with every run of blanks as one tab and none at the ends of lines; line ends stay where they are.
std::string with_tabs(std::string_view text);

// Whether `first` names the columns of `records`: its cells are known names or of another kind than those
// below, none of them is a value of its own column, and an option that names a column names one of them.
bool names_columns(const TableRecord& first, const std::vector<TableRecord>& records,
                   const ImportOptions& options);

}  // namespace dissent
