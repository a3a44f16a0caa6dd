// What names of columns, fields and labels say of the classes of the votes: the class itself, a class behind
// a prefix, or only a class's number.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/vote_table.h"

namespace dissent {

// The class of this name; "1.0" is the class "1", whether or not numbers mean an order. -1: none.
int class_called(const ClassSpace& classes, std::string_view name);

bool all_numbers(const std::vector<std::string>& names);
bool has_all_classes(const std::vector<std::string>& names, const ClassSpace& classes);

// "0", "1", "2", ... as pandas and numpy name columns without names, or "LABEL_0", "LABEL_1", ..., from 0 or
// from 1, in any order: [columns] the number of the class from 0. Nothing where the names are no such
// numbers.
std::optional<std::vector<std::size_t>> numbered_classes(const std::vector<std::string>& names);

// Every text, but none at all, before which the names have each class of the votes.
std::vector<std::string> prefixes_of_classes(const std::vector<std::string>& names,
                                             const ClassSpace& classes);

// What stands before the classes in names like "prob_cat", "prob_dog": a usual prefix, or one that the names
// of all classes have; empty where there is none. `path` opens the message where two would do.
std::string class_prefix(const std::vector<std::string>& names, const ClassSpace* classes,
                         std::string_view path);

// The classes of the votes in the order of these names, where each name is one of them but for its case, or
// begins with it or is its beginning: "entailment" for "e". Nothing where that is not clear.
std::optional<std::vector<std::string>> meant_classes(const std::vector<std::string>& names,
                                                      const ClassSpace& classes);

}  // namespace dissent
