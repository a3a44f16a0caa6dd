// Small vote tables in all three forms, and a delivery's targets as vectors, for the tests of this room.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dissent/core/random.h"
#include "dissent/delivery/delivery.h"
#include "dissent/votes/vote_table.h"

namespace dissent::test {

using Counts = std::vector<std::vector<std::int64_t>>;  // [items][classes]

inline NameList item_names(std::size_t items) {
  NameList names;
  for (std::size_t i = 0; i < items; ++i) names.add("i" + std::to_string(i));
  return names;
}

inline ClassSpace class_names(std::size_t classes) {
  ClassSpace space;
  for (std::size_t k = 0; k < classes; ++k) space.names.push_back("c" + std::to_string(k));
  return space;
}

inline VoteTable counts_table(const Counts& counts) {
  std::vector<std::int64_t> cells;
  for (const auto& row : counts) cells.insert(cells.end(), row.begin(), row.end());
  return VoteTable::from_counts(cells, item_names(counts.size()), class_names(counts.front().size()));
}

inline VoteTable probabilities_table(const Counts& counts) {
  std::vector<double> cells;
  for (const auto& row : counts) {
    double m = 0;
    for (const std::int64_t c : row) m += static_cast<double>(c);
    for (const std::int64_t c : row) cells.push_back(static_cast<double>(c) / m);
  }
  return VoteTable::from_probabilities(cells, item_names(counts.size()), class_names(counts.front().size()));
}

// The same votes one by one, an item's in an order of `seed`.
inline VoteTable votes_table(const Counts& counts, std::uint64_t seed = 0) {
  VoteTable::Parts parts;
  parts.items = item_names(counts.size());
  parts.classes = class_names(counts.front().size());
  parts.annotators.add("somebody");
  parts.offsets.push_back(0);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::vector<VoteTable::Label> votes;
    for (std::size_t k = 0; k < counts[i].size(); ++k) {
      votes.insert(votes.end(), static_cast<std::size_t>(counts[i][k]), static_cast<VoteTable::Label>(k));
    }
    Draws(Stream(seed, "order of the votes"), i).shuffle(std::span<VoteTable::Label>(votes));
    parts.labels.insert(parts.labels.end(), votes.begin(), votes.end());
    parts.offsets.push_back(parts.labels.size());
  }
  parts.annotator.assign(parts.labels.size(), 0);
  return VoteTable(std::move(parts));
}

// Items of 1 to `most` votes, half of them for one class.
inline Counts random_counts(std::size_t items, std::size_t classes, std::uint64_t most,
                            std::uint64_t seed = 1) {
  Counts counts(items, std::vector<std::int64_t>(classes));
  for (std::size_t i = 0; i < items; ++i) {
    Draws draws(Stream(seed, "random counts"), i);
    const std::uint64_t votes = 1 + draws.below(most), favourite = draws.below(classes);
    for (std::uint64_t v = 0; v < votes; ++v) {
      ++counts[i][draws.unit() < 0.5 ? favourite : draws.below(classes)];
    }
  }
  return counts;
}

inline std::vector<std::int32_t> labels_of(const Delivery& delivery, std::uint64_t epoch, std::size_t items) {
  std::vector<std::int32_t> labels(items, -1);
  epoch_labels(delivery, epoch, labels);
  return labels;
}

// Targets of either kind as rows, [items * classes].
inline std::vector<float> rows_of(const Delivery& delivery, std::uint64_t epoch, const VoteTable& votes,
                                  std::size_t items) {
  std::vector<float> rows(items * votes.classes(), -1.0f);
  epoch_rows(delivery, epoch, votes.classes(), rows);
  return rows;
}

}  // namespace dissent::test
