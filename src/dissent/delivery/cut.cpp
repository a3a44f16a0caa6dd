#include "dissent/delivery/cut.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/random.h"
#include "dissent/core/text.h"
#include "dissent/delivery/ranked_votes.h"

namespace dissent {
namespace {

// The votes after the cut of a contiguous piece of the items, as in VoteTable::Parts.
struct Piece {
  std::vector<std::uint64_t> entries;  // [items] of each item
  std::vector<VoteTable::Label> labels;
  std::vector<std::uint32_t> counts;

  // Takes over the votes of an item, which it sorts.
  void add(std::vector<VoteTable::Label>& votes) {
    std::sort(votes.begin(), votes.end());
    const std::size_t before = labels.size();
    for (std::size_t v = 0; v < votes.size(); ++v) {
      if (v == 0 || votes[v] != votes[v - 1]) {
        labels.push_back(votes[v]);
        counts.push_back(0);
      }
      ++counts.back();
    }
    entries.push_back(labels.size() - before);
    votes.clear();
  }
};

// V draws from the item's distribution.
template <class Ranked>
void draw_multinomial(const Ranked& ranked, std::size_t item, std::uint64_t cut, const Stream& stream,
                      std::vector<VoteTable::Label>& drawn) {
  const std::uint64_t total = ranked.total(item);
  Draws draws(stream, item);
  for (std::uint64_t v = 0; v < cut; ++v) drawn.push_back(ranked.at(item, draws.below(total)));
}

// The first V of a permutation of the item's votes: `left` is room for its counts.
void draw_nested(const VoteTable& votes, std::size_t item, std::uint64_t cut, const Stream& stream,
                 std::vector<std::uint32_t>& left, std::vector<VoteTable::Label>& drawn) {
  votes.counts_of(item, left);
  std::uint64_t total = votes.votes_of(item);
  Draws draws(stream, item);
  for (std::uint64_t v = 0; v < cut; ++v) {
    std::uint64_t rank = draws.below(total--);
    std::size_t k = 0;
    while (rank >= left[k]) rank -= left[k++];
    --left[k];
    drawn.push_back(static_cast<VoteTable::Label>(k));
  }
}

void check_enough(const VoteTable& votes, std::uint64_t cut) {
  votes.require(Knowledge::counts, option("cut") + " nested");
  std::uint64_t few = 0, fewest = std::numeric_limits<std::uint64_t>::max();
  std::size_t where = 0;
  for (std::size_t item = 0; item < votes.items(); ++item) {
    if (votes.is_empty(item)) continue;  // of a hidden part: nothing is learned from it
    const std::uint64_t m = votes.votes_of(item);
    if (m >= cut) continue;
    ++few;
    if (m < fewest) {
      fewest = m;
      where = item;
    }
  }
  if (few == 0) return;
  fail(
      "{} nested: {} of {} items have fewer than {} votes (item {} has {}); ask for fewer, or {} multinomial",
      option("cut"), few, votes.items(), cut, in_quotes(votes.item_name(where)), fewest, option("cut"));
}

VoteTable join_pieces(const VoteTable& votes, const std::vector<Piece>& pieces) {
  VoteTable::Parts parts;
  parts.knowledge = Knowledge::counts;
  parts.classes = votes.class_space();
  std::size_t name_bytes = 0, entries = 0;
  for (std::size_t item = 0; item < votes.items(); ++item) name_bytes += votes.item_name(item).size();
  for (const Piece& piece : pieces) entries += piece.labels.size();
  parts.items.reserve(votes.items(), name_bytes);
  for (std::size_t item = 0; item < votes.items(); ++item) parts.items.add(votes.item_name(item));
  parts.offsets.reserve(votes.items() + 1);
  parts.offsets.push_back(0);
  parts.labels.reserve(entries);
  parts.count.reserve(entries);
  for (const Piece& piece : pieces) {
    for (const std::uint64_t n : piece.entries) parts.offsets.push_back(parts.offsets.back() + n);
    parts.labels.insert(parts.labels.end(), piece.labels.begin(), piece.labels.end());
    parts.count.insert(parts.count.end(), piece.counts.begin(), piece.counts.end());
  }
  return VoteTable(std::move(parts));
}

}  // namespace

void check_cut_options(const CutOptions& options) {
  check_limits(options);
}

VoteTable cut_votes(const VoteTable& votes, const CutOptions& options, std::uint64_t seed) {
  check_cut_options(options);
  if (options.votes_per_item == 0) return votes;
  const auto cut = static_cast<std::uint64_t>(options.votes_per_item);
  const bool nested = options.cut == VoteCut::nested;
  if (nested) check_enough(votes, cut);
  // The number is part of the multinomial stream's name, so that the draws of different numbers are
  // independent; nested subsets share theirs.
  const Stream stream(seed, nested ? "cut-nested" : fmt::format("cut-multinomial-{}", cut));
  std::vector<Piece> pieces(thread_count());
  with_ranked_votes(votes, [&](const auto& ranked) {
    parallel_pieces(votes.items(), pieces.size(), [&](std::size_t begin, std::size_t end, std::size_t piece) {
      std::vector<VoteTable::Label> drawn;
      std::vector<std::uint32_t> left(votes.classes());
      for (std::size_t item = begin; item < end; ++item) {
        if (!votes.is_empty(item)) {
          if (nested) {
            draw_nested(votes, item, cut, stream, left, drawn);
          } else {
            draw_multinomial(ranked, item, cut, stream, drawn);
          }
        }
        pieces[piece].add(drawn);
      }
    });
  });
  return join_pieces(votes, pieces);
}

}  // namespace dissent
