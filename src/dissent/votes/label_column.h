// The column that holds the labels of a table with a row a vote: what votes give differs between the votes of
// an item and between those of an annotator.
#pragma once

#include "dissent/votes/column_roles.h"

namespace dissent {

// The column that is named like a label; -1 where there is none. Of several, those that have one value for
// each item are its text or its gold label; where more than one could still be it, the search has a question.
// Item and annotator must have been looked for before.
int find_label(const Source& source, RoleSearch& search);
// Fills in the label of a table whose item and annotator are known and whose label has no usual name: by what
// the columns hold, one column a label, or as a question.
void find_label_by_content(const Source& source, RoleSearch& search);

}  // namespace dissent
