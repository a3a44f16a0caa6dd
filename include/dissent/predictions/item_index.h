// The items and classes that predictions are of: lets a file tell by its content what its names do not say.
#pragma once

#include <cstdint>
#include <string_view>

#include "dissent/core/names.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

// The names of a vote table's items, looked up by many files.
class ItemIndex {
 public:
  explicit ItemIndex(const VoteTable& votes);
  // The item of this name, or Interner::kAbsent. "30.0" is the item "30", as pandas writes whole numbers of a
  // column with a gap, unless there is an item "30.0".
  std::uint32_t find(std::string_view name) const;
  std::size_t size() const { return names_.size(); }

 private:
  Interner names_;
};

// What is known of the votes while a file of predictions is read; nothing has to be.
struct PredictionContext {
  const ItemIndex* items = nullptr;
  const ClassSpace* classes = nullptr;
  bool several = false;  // one of several files, so that an option may be meant for another
};

}  // namespace dissent
