// Columns of a table by their names: usual ones, and those of crowdsourcing platforms behind their prefixes.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/source.h"

namespace dissent {

// The column that has the first of these names, compared plainly; -1 where there is none. With `assignment`
// also behind the prefixes of a task's and an assignment's columns (Input.id, ASSIGNMENT:worker_id). Throws
// where two columns have the name.
int find_by_name(const Source& source, std::span<const std::string_view> names, bool assignment);
// The columns whose names begin with one of these words and a colon or a dot.
std::vector<int> with_prefix(const Source& source, std::initializer_list<std::string_view> prefixes);
// Their names in quotes, for messages.
std::string listed_columns(const Source& source, const std::vector<int>& columns);

}  // namespace dissent
