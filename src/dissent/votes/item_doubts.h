// Whether the column that was chosen by its name really identifies the items of a table with a row a vote.
#pragma once

#include "dissent/votes/column_roles.h"

namespace dissent {

// An annotator votes once on an item. Where the chosen column says otherwise, another one that is finer is
// taken, with a remark, or the search gets a question; so it does where every row has an item of its own and
// another column comes back.
void doubt_item(const Source& source, RoleSearch& search);

}  // namespace dissent
