// Which input row belongs to which item of the votes: every item once, every row once; what is left over on
// either side is counted in one error, or dropped where that is wanted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/core/names.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct RowPairing {
  std::vector<std::uint32_t> items;          // indices into the votes' items, ascending
  std::vector<std::uint32_t> rows;           // [items] the row of each
  std::vector<std::filesystem::path> files;  // [items] the file of each, where rows are files
  std::size_t without_votes = 0;             // rows dropped
  std::size_t all_rows = 0;                  // rows that there were

  // Every row belongs to an item, and they come in the order of the items: nothing needs to be moved.
  bool in_order() const { return rows.size() == all_rows && std::is_sorted(rows.begin(), rows.end()); }
};

class ItemPairing {
 public:
  // `inputs` is the file or folder, for messages.
  ItemPairing(const VoteTable& votes, std::string inputs);

  static constexpr std::uint32_t kNoItem = Interner::kAbsent;
  std::uint32_t find(std::string_view name) const { return names_.find(name); }
  // The next row, called `name` in messages, belongs to `item`, or to none.
  void add(std::string_view name, std::uint32_t item);
  RowPairing finish(bool drop_missing) &&;

 private:
  static constexpr std::uint32_t kNoRow = 0xFFFFFFFF;
  std::string inputs_;
  Interner names_;
  std::vector<std::uint32_t> row_of_item_;
  std::uint32_t rows_ = 0;
  std::size_t without_votes_ = 0;
  std::string first_without_votes_;
};

}  // namespace dissent
