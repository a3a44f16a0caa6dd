// The rows of a table with a row a vote, read in blocks by all cores; the result does not depend on how many.
#pragma once

#include "dissent/votes/column_roles.h"
#include "dissent/votes/source.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {

// Writes the number of rows and of empty labels to the audit. An empty or badly encoded name is an error with
// its line.
VoteRows read_long_rows(const Source& source, const LongColumns& columns, Audit& audit);

}  // namespace dissent
