// What turns rows into a table: which class a label means, and the errors that importers share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/vote_builder.h"

namespace dissent {

// The class that a label text means: the same text, or the same number ("1.0" is "1"); -1 where none.
int class_index(const ClassSpace& classes, std::string_view label);

// The error for more distinct labels than there can be classes.
[[noreturn]] void fail_too_many_labels(std::string_view place);

// The error for a name that is not UTF-8, with the cure.
[[noreturn]] void fail_not_utf8(std::string_view name, std::string_view place);

}  // namespace dissent
