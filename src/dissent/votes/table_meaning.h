// What a table of cells means: labels by annotator, votes by class, or probabilities by class. The one place
// where that is decided, by evidence; small integers without any are left undecided rather than guessed.
#pragma once

#include <string_view>
#include <vector>

#include "dissent/votes/importer.h"
#include "dissent/votes/source.h"

namespace dissent {

enum class TableMeaning { none, wide, probabilities, counts, undecided };

// From the header and the first records of a table; none for other kinds of source.
TableMeaning meaning_of_table(const Source& source);

// The column that identifies the item: the one named by --item-column, else the first where its name or its
// content says so; -1 where rows are only numbered.
int find_item_column(const Source& source, const ImportOptions& options);

// "annotator_3", "worker", "r2": a column that holds one annotator's labels.
bool names_an_annotator(std::string_view column);

}  // namespace dissent
