// An item's votes by rank: its multiset of votes, sorted by class, read at one place without being expanded.
// What is drawn through it depends on the counts alone, whatever the order and the form of the source.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dissent/votes/vote_table.h"

namespace dissent {

// The `rank`-th smallest of N labels, from 0. Sorted without branches, which the processor would guess wrong
// half of the time; with std::min and std::max g++ 12 makes branches of this, and it takes twice as long.
template <std::size_t N>
VoteTable::Label smallest_of(const VoteTable::Label* labels, std::uint64_t rank) {
  std::array<std::uint32_t, N> sorted;
  for (std::size_t i = 0; i < N; ++i) {
    sorted[i] = labels[i];
    for (std::size_t j = i; j > 0; --j) {
      const std::uint32_t a = sorted[j - 1], b = sorted[j];
      sorted[j - 1] = a < b ? a : b;
      sorted[j] = a < b ? b : a;
    }
  }
  return static_cast<VoteTable::Label>(sorted[rank]);
}

// The same for any number of labels.
VoteTable::Label smallest_of(std::span<const VoteTable::Label> labels, std::uint64_t rank);

// The three forms of a table. total(item) is the number of votes, at(item, rank) the label at a rank below
// it.
struct RankedVotes {
  const std::uint64_t* offsets;
  const VoteTable::Label* labels;

  std::uint64_t total(std::size_t item) const { return offsets[item + 1] - offsets[item]; }
  VoteTable::Label at(std::size_t item, std::uint64_t rank) const {
    const VoteTable::Label* const first = labels + offsets[item];
    switch (const std::uint64_t m = total(item)) {
      case 1:
        return *first;
      case 2:
        return smallest_of<2>(first, rank);
      case 3:
        return smallest_of<3>(first, rank);
      case 4:
        return smallest_of<4>(first, rank);
      case 5:
        return smallest_of<5>(first, rank);
      case 6:
        return smallest_of<6>(first, rank);
      default:
        return smallest_of(std::span(first, m), rank);
    }
  }
};

// Counts, and probabilities in units of 2^-53: integers, so that every machine draws the same.
template <class Value>
struct RankedWeights {
  const std::uint64_t* offsets;
  const VoteTable::Label* labels;
  const Value* values;
  std::uint64_t entries;  // of the whole table

  static std::uint64_t weight(std::uint32_t count) { return count; }
  static std::uint64_t weight(double probability) {
    return static_cast<std::uint64_t>(std::llround(probability * 0x1p53));
  }
  // The first four entries are read without a branch on how many there are, where that stays inside the
  // table: few items have more, and a wrong guess of the processor takes longer than all four.
  static constexpr std::uint64_t kFirst = 4;
  std::uint64_t total(std::size_t item) const {
    std::uint64_t e = offsets[item], sum = 0;
    const std::uint64_t end = offsets[item + 1];
    if (e + kFirst <= entries) {
      for (std::uint64_t j = 0; j < kFirst; ++j) sum += e + j < end ? weight(values[e + j]) : 0;
      e += kFirst;
    }
    for (; e < end; ++e) sum += weight(values[e]);
    return sum;
  }
  VoteTable::Label at(std::size_t item, std::uint64_t rank) const {
    std::uint64_t e = offsets[item], sum = 0;
    if (e + kFirst <= entries) {
      std::uint64_t before = 0;  // entries whose votes all have a lower rank
      for (std::uint64_t j = 0; j < kFirst; ++j) before += (sum += weight(values[e + j])) <= rank;
      e += before;
      if (before < kFirst) return labels[e];
    }
    while ((sum += weight(values[e])) <= rank) ++e;
    return labels[e];
  }
};

// Calls body(ranked) with the form of this table, so that a loop over items is compiled for each.
template <class Body>
void with_ranked_votes(const VoteTable& votes, Body&& body) {
  const std::uint64_t* const offsets = votes.offsets().data();
  const VoteTable::Label* const labels = votes.entry_labels().data();
  switch (votes.knowledge()) {
    case Knowledge::votes:
      return body(RankedVotes{offsets, labels});
    case Knowledge::counts:
      return body(RankedWeights<std::uint32_t>{offsets, labels, votes.entry_counts().data(),
                                               votes.entry_counts().size()});
    case Knowledge::probabilities:
      return body(RankedWeights<double>{offsets, labels, votes.entry_probabilities().data(),
                                        votes.entry_probabilities().size()});
  }
}

}  // namespace dissent
