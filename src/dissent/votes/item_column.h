// The column of a table that identifies the item where a row is an item, and what the names of the columns
// beside it say.
#pragma once

#include <string>
#include <string_view>

#include "dissent/votes/importer.h"
#include "dissent/votes/source.h"

namespace dissent {

// The column that identifies the item: the one that an option names, else the first where its name or its
// content says so; -1 where rows are only numbered.
int find_item_column(const Source& source, const ImportOptions& options);

// "annotator_3", "worker", "r2": a column that holds one annotator's labels.
bool names_an_annotator(std::string_view column);
// A column that numbers the rows: without a name, or "index".
bool is_index(const std::string& column);
// A column that says whose answers a row holds. A form's answers are told by the time at which they came.
bool names_a_respondent(const std::string& column);

}  // namespace dissent
