// What the cells of a table's columns look like: the evidence by which columns without names get their roles.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "dissent/votes/source.h"

namespace dissent {

using Cells = std::vector<TableRecord>;

// Without blanks around it.
std::string_view cell(const TableRecord& record, int column);
// How many different values there are; a missing one is none.
std::size_t distinct(const Cells& records, int column);
// Whether `column` has one value for each value of `key`, and values of `key` come back.
bool is_function_of(const Cells& records, int column, int key);
// Whether every cell that is not missing is a list in brackets.
bool holds_lists(const Cells& records, int column);
// Whether the cells of both columns are lists with commas and without brackets, as long as each other, and
// one has several elements.
bool lists_in_step(const Cells& records, int labels, int annotators);
// "w12", "ann_3", "worker7": what a name of an annotator looks like.
bool is_annotator_like(std::string_view text);
// An address, a file's name, or a text.
bool is_item_like(std::string_view text);
// The share of cells for which `test` holds.
double share_of(const Cells& records, int column, bool (*test)(std::string_view));
// How many different tuples of these columns' values there are.
std::size_t distinct_tuples(const Cells& records, const std::vector<int>& columns);
// Whether the pairs of two columns' values are, for the most part, different ones.
bool pairs_are_unique(const Cells& records, int a, int b);

}  // namespace dissent
