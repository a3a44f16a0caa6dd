#include "dissent/manifest/pairing.h"

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

ItemPairing::ItemPairing(const VoteTable& votes, std::string inputs)
    : inputs_(std::move(inputs)), row_of_item_(votes.items(), kNoRow) {
  for (std::size_t i = 0; i < votes.items(); ++i) names_.intern(votes.item_name(i));
}

void ItemPairing::add(std::string_view name, std::uint32_t item) {
  if (item == kNoItem) {
    if (without_votes_++ == 0) first_without_votes_ = name;
  } else if (row_of_item_[item] != kNoRow) {
    fail("{}: item {} has two inputs, the second being {}; keep one", inputs_,
         in_quotes(names_.names()[item]), in_quotes(name));
  } else {
    row_of_item_[item] = rows_;
  }
  ++rows_;
}

RowPairing ItemPairing::finish(bool drop_missing) && {
  RowPairing pairing;
  std::size_t without_input = 0;
  std::string first_without_input;
  for (std::uint32_t item = 0; item < row_of_item_.size(); ++item) {
    if (row_of_item_[item] == kNoRow) {
      if (without_input++ == 0) first_without_input = names_.names()[item];
      continue;
    }
    pairing.items.push_back(item);
    pairing.rows.push_back(row_of_item_[item]);
  }
  pairing.without_votes = without_votes_;
  pairing.all_rows = rows_;
  const std::string cure = "correct the names, or leave them out with `missing: drop`";
  if (pairing.items.empty()) {
    const std::string other =
        without_votes_ > 0 ? fmt::format(", such as {}", in_quotes(first_without_votes_)) : "";
    fail("{}: none of its {} inputs{} is named as an item of the votes, such as {}", inputs_, rows_, other,
         in_quotes(first_without_input));
  }
  if (!drop_missing && without_input > 0) {
    fail("{}: {} of {} items with votes have no input there, the first being {}; {}", inputs_, without_input,
         row_of_item_.size(), in_quotes(first_without_input), cure);
  }
  if (!drop_missing && without_votes_ > 0) {
    fail("{}: {} of {} inputs have no votes, the first being {}; {}", inputs_, without_votes_, rows_,
         in_quotes(first_without_votes_), cure);
  }
  return pairing;
}

}  // namespace dissent
