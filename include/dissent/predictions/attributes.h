// A property of items from a file that has them by name: a gold label, a genre, the number of a batch.
#pragma once

#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "dissent/core/settings.h"
#include "dissent/predictions/matched_predictions.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

// [items of the votes] the text under `field` (a column, or a key of JSON records) of the record that names
// the item; empty where the file has none. The item's field is found by its name where `item_field` is empty.
// Two different texts for one item are an error, as is a file that names none of the items.
std::vector<std::string> item_attribute(const std::filesystem::path& file, const std::string& field,
                                        const std::string& item_field, const VoteTable& votes,
                                        const ItemIndex& index);

struct GoldOptions {
  std::string column;
  std::string item_column;

  static constexpr auto fields() {
    using O = GoldOptions;
    return std::tuple{
        Field{"gold-column", &O::column,
              "column or field of {gold} that holds the label; found by its name otherwise"},
        Field{"gold-item-column", &O::item_column, "column or field of {gold} that names the item"},
    };
  }
};

struct GoldFile {
  std::vector<std::int32_t> labels;  // [items of the votes] class index, -1 where the file has no label
  std::vector<std::string> remarks;  // what was taken for granted: an order, a numbering
};
// A table or JSON with item and label, told by their names or by their content, an object {item: label}, or a
// label for every item in the order of the votes: one a line, or an array (npy). Numbers are class indices
// from 0 where the classes have other names, and the classes themselves where those are numbers.
GoldFile read_gold_file(const std::filesystem::path& file, const GoldOptions& options, const VoteTable& votes,
                        const ItemIndex& index);

}  // namespace dissent
