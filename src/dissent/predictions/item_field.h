// Which column, field or array of a file names the items: one way for tables, JSON and arrays. What the votes
// call their items goes before what a column is called.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/predictions/predictions.h"

namespace dissent {

// A column, field or array that may name the items, with the first of its values.
struct FieldValues {
  std::string name;
  std::vector<std::string> values;
  bool has_name = true;  // false: `name` is only its number
};

// Index of the one that names the items, -1 where none does. The field whose values are the votes' items, of
// several the one with the most of them, then the one with the clearest name; where the votes are not known
// or no field has their items, the field with the clearest name of those that usually name items.
int find_item_field(std::span<const FieldValues> fields, const PredictionContext& context);

// "item", "uid", "example_id": what a column of items is usually called.
bool usually_names_items(std::string_view name);
// A column that is no class: by its name an item's and nothing else, or an index as pandas writes it.
bool is_item_or_index(std::string_view name);

// Notes in file.row_numbers that its items only count the rows, where `field` has no name or that of an
// index.
void note_row_numbers(PredictionFile& file, std::string_view field);

}  // namespace dissent
