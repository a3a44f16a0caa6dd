#include "dissent/predictions/item_index.h"

#include "dissent/core/text.h"

namespace dissent {

ItemIndex::ItemIndex(const VoteTable& votes) {
  for (std::size_t item = 0; item < votes.items(); ++item) names_.intern(votes.item_name(item));
}

std::uint32_t ItemIndex::find(std::string_view name) const {
  const std::uint32_t item = names_.find(name);
  if (item != Interner::kAbsent) return item;
  const std::size_t point = name.find('.');
  if (point == std::string_view::npos || point + 1 == name.size()) return item;
  if (name.find_first_not_of('0', point + 1) != std::string_view::npos) return item;
  return parse_int(name.substr(0, point)) ? names_.find(name.substr(0, point)) : item;
}

}  // namespace dissent
