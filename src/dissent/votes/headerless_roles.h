// Which columns of a table without names hold the item, the annotator and the label, told by what they hold:
// the label is the column with few values; people agree on items more than one person agrees with herself.
#pragma once

#include "dissent/votes/column_roles.h"

namespace dissent {

// Fills in the roles that the options left open, how sure that is, and what has to be asked.
void find_roles_by_content(const Source& source, const ImportOptions& options, RoleSearch& search);

}  // namespace dissent
