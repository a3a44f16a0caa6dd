#include "dissent/votes/vote_grouping.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

struct Duplicates {
  std::uint64_t count = 0;
  std::size_t first_item = 0;
  std::uint32_t first_annotator = 0;
};

// Votes beyond the first of one annotator on one item; where `repeated` is given, it marks each repeat, or,
// for keep_last, each vote that a later one replaces.
Duplicates find_duplicates(const VoteTable::Parts& parts, std::vector<bool>* repeated, bool keep_last) {
  const std::size_t items = parts.items.size();
  const std::size_t pieces = repeated != nullptr ? 1 : thread_count();  // vector<bool> is not for two writers
  std::vector<Duplicates> found(pieces);
  parallel_pieces(items, pieces, [&](std::size_t begin, std::size_t end, std::size_t piece) {
    Duplicates mine;
    std::vector<std::uint64_t> last(parts.annotators.size(), std::numeric_limits<std::uint64_t>::max());
    for (std::size_t item = begin; item < end; ++item) {
      for (std::uint64_t e = parts.offsets[item]; e < parts.offsets[item + 1]; ++e) {
        std::uint64_t& seen = last[parts.annotator[e]];
        const bool again = seen != std::numeric_limits<std::uint64_t>::max() && seen >= parts.offsets[item];
        if (again) {
          if (mine.count++ == 0) {
            mine.first_item = item;
            mine.first_annotator = parts.annotator[e];
          }
          if (repeated != nullptr) (*repeated)[keep_last ? seen : e] = true;
        }
        seen = e;
      }
    }
    found[piece] = mine;
  });
  Duplicates total;
  for (const Duplicates& mine : found) {
    if (total.count == 0)
      total = mine;
    else
      total.count += mine.count;
  }
  return total;
}

// Removes the marked entries and, where asked, the items left without entries.
void compact(VoteTable::Parts& parts, const std::vector<bool>& remove, bool drop_empty_items) {
  NameList kept_items;
  LargeVector<std::uint64_t> offsets = {0};
  std::uint64_t to = 0;
  for (std::size_t item = 0; item < parts.items.size(); ++item) {
    for (std::uint64_t e = parts.offsets[item]; e < parts.offsets[item + 1]; ++e) {
      if (!remove.empty() && remove[e]) continue;
      parts.labels[to] = parts.labels[e];
      if (!parts.annotator.empty()) parts.annotator[to] = parts.annotator[e];
      ++to;
    }
    if (drop_empty_items && to == offsets.back()) continue;
    kept_items.add(parts.items[item]);
    offsets.push_back(to);
  }
  parts.labels.resize(to);
  if (!parts.annotator.empty()) parts.annotator.resize(to);
  parts.items = std::move(kept_items);
  parts.offsets = std::move(offsets);
}

}  // namespace

void apply_duplicate_policy(VoteTable::Parts& parts, DuplicatePolicy policy, Audit& audit) {
  std::vector<bool> repeated;
  const bool removes = policy == DuplicatePolicy::first || policy == DuplicatePolicy::last;
  if (removes) repeated.resize(parts.labels.size());
  const Duplicates found =
      find_duplicates(parts, removes ? &repeated : nullptr, policy == DuplicatePolicy::last);
  if (found.count == 0) return;
  const std::string place = fmt::format("item {}, annotator {}", in_quotes(parts.items[found.first_item]),
                                        in_quotes(parts.annotators[found.first_annotator]));
  if (policy == DuplicatePolicy::error) {
    fail("{}: {} repeated vote{} of one annotator on one item, first: {}; choose {} keep, first or last",
         audit.file, found.count, found.count == 1 ? "" : "s", place, option("duplicates"));
  }
  audit.add("duplicate-vote", place,
            removes ? fmt::format("kept the {} of each ({} {})", name_of(policy), option("duplicates"),
                                  name_of(policy))
                    : fmt::format("all kept; {} first, last or error to change", option("duplicates")),
            found.count);
  if (removes) compact(parts, repeated, false);
}

// Sums an item's votes by class, for sources that do not know their annotators.
void fold_to_counts(VoteTable::Parts& parts) {
  std::vector<std::uint32_t> row(parts.classes.size(), 0);
  LargeVector<VoteTable::Label> labels;
  std::uint64_t begin = 0;
  for (std::size_t item = 0; item < parts.items.size(); ++item) {
    const std::uint64_t end = parts.offsets[item + 1];
    for (std::uint64_t e = begin; e < end; ++e) ++row[parts.labels[e]];
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] == 0) continue;
      labels.push_back(static_cast<VoteTable::Label>(k));
      parts.count.push_back(std::exchange(row[k], 0));
    }
    begin = end;
    parts.offsets[item + 1] = labels.size();
  }
  parts.labels = std::move(labels);
  parts.knowledge = Knowledge::counts;
}

// Each piece of the rows writes to its own places, known from the counts of all pieces, so that the pieces
// are written side by side. Items come in any order, so every row waits for memory; loading the lines of
// later rows ahead lets many wait at once.
VoteTable::Parts group_by_item(VoteRows rows) {
  constexpr std::size_t kAhead = 32;  // rows
  const std::size_t items = rows.items.size(), n = rows.item.size();
  const bool with_annotators = !rows.annotator.empty();
  // A piece costs a number an item, so there are no more of them than rows pay for.
  const std::size_t pieces = std::clamp<std::size_t>(n / std::max<std::size_t>(items, 1), 1, thread_count());
  std::vector<LargeVector<std::uint64_t>> cursors(pieces);  // [piece][item]: votes, then the next place
  parallel_pieces(n, pieces, [&](std::size_t begin, std::size_t end, std::size_t piece) {
    LargeVector<std::uint64_t>& cursor = cursors[piece];
    cursor.assign(items, 0);
    for (std::size_t row = begin; row < end; ++row) {
      if (row + kAhead < end) __builtin_prefetch(&cursor[rows.item[row + kAhead]], 1);
      cursor[rows.item[row]] += rows.label[row] != VoteRows::kNoLabel;
    }
  });
  VoteTable::Parts parts;
  parts.offsets.reserve(items + 1);
  std::uint64_t at = 0;
  for (std::size_t item = 0; item < items; ++item) {
    parts.offsets.push_back(at);
    for (LargeVector<std::uint64_t>& cursor : cursors) {
      if (!cursor.empty()) at += std::exchange(cursor[item], at);  // with few rows there are fewer pieces
    }
  }
  parts.offsets.push_back(at);
  parts.labels.resize(at);
  if (with_annotators) parts.annotator.resize(at);
  parallel_pieces(n, pieces, [&](std::size_t begin, std::size_t end, std::size_t piece) {
    LargeVector<std::uint64_t>& cursor = cursors[piece];
    for (std::size_t row = begin; row < end; ++row) {
      if (row + kAhead < end) {
        __builtin_prefetch(&cursor[rows.item[row + kAhead]], 1);
        const std::uint64_t soon = cursor[rows.item[row + kAhead / 2]];
        __builtin_prefetch(parts.labels.data() + soon, 1);
        if (with_annotators) __builtin_prefetch(parts.annotator.data() + soon, 1);
      }
      if (rows.label[row] == VoteRows::kNoLabel) continue;
      const std::uint64_t to = cursor[rows.item[row]]++;
      parts.labels[to] = rows.label[row];
      if (with_annotators) parts.annotator[to] = rows.annotator[row];
    }
  });
  parts.items = std::move(rows.items);
  parts.annotators = std::move(rows.annotators);
  return parts;
}

void drop_items_without_votes(VoteTable::Parts& parts) {
  compact(parts, {}, true);
}

}  // namespace dissent
