// What the two import targets share: a table that was imported answers every question about its items.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "dissent/votes/importer.h"
#include "fuzz.h"

namespace dissent::fuzz {

inline void use_votes(const ImportResult& result) {
  const VoteTable& votes = result.votes;
  expect(result.gold.empty() || result.gold.size() == votes.items(), "a gold label for each item, or none");
  for (const std::int32_t gold : result.gold) {
    expect(gold >= -1 && gold < static_cast<std::int32_t>(votes.classes()), "a gold label is a class");
  }
  if (votes.items() * votes.classes() > std::size_t{1} << 22) return;  // rows of many classes are slow to sum
  std::vector<double> row(votes.classes());
  std::uint64_t all = 0;
  for (std::size_t item = 0; item < votes.items(); ++item) {
    if (votes.has_counts()) all += votes.votes_of(item);
    if (votes.is_empty(item)) continue;
    votes.fractions_of(item, row);
    expect(std::abs(std::accumulate(row.begin(), row.end(), 0.0) - 1) < 1e-9, "fractions sum to 1");
  }
  expect(all == votes.votes(), "the items' votes are all votes");
}

inline int import_bytes(std::string_view bytes, const ImportOptions& options) {
  return read_or_refuse([&] { use_votes(import_votes_from(bytes, kName, options)); });
}

}  // namespace dissent::fuzz
