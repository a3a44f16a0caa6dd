// The official split of a data set: the part of every item, from a file of records or a column of the votes
// file.
#pragma once

#include <optional>
#include <vector>

#include "dissent/manifest/manifest.h"

namespace dissent {

// Items that are named only here, as dev or test, are a hidden part: they are added to the votes, behind the
// others, as items without votes.
struct OfficialSplit {
  VoteTable votes;
  std::vector<std::optional<OfficialPart>>
      parts;              // [items of votes]; none where the file does not name the item
  std::size_t added = 0;  // items without votes
};

// A word that means no part, or two parts for one item, is an error with its place; so is an item of the
// training part without votes, unless the manifest drops those.
OfficialSplit read_official_split(const Manifest& manifest, VoteTable votes);

}  // namespace dissent
