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

// [items of the votes] class index, -1 where the file has no label: a table or JSON with item and label, or
// an array (npy) with the label or class index of every item in the order of the votes.
std::vector<std::int32_t> read_gold_file(const std::filesystem::path& file, const GoldOptions& options,
                                         const VoteTable& votes, const ItemIndex& index);

}  // namespace dissent
