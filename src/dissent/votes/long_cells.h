// Rows that stand for more than one vote: with a number of votes, with a list of labels in a cell, with one
// column a label, or with several labels that become a question each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/column_roles.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {

bool holds_several_votes(const LongColumns& columns, const ImportOptions& options);
ImportResult read_long_cells(const Source& source, const LongColumns& columns, Audit audit,
                             const ImportOptions& options);

// The elements of a list as Python or JSON writes it: [1, 2, 'a', "b, c"]; numpy's blanks between them will
// do, too. Nothing where the text is no list.
std::optional<std::vector<std::string>> list_elements(std::string_view text);

}  // namespace dissent
