#include "votes/vote_merge.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/error.h"
#include "core/parallel.h"
#include "core/text.h"

namespace dissent {

int class_index(const ClassSpace& classes, std::string_view label) {
  const auto exact = std::find(classes.names.begin(), classes.names.end(), label);
  if (exact != classes.names.end()) return static_cast<int>(exact - classes.names.begin());
  const auto number = parse_double(label);
  if (!number) return -1;
  const auto same = std::find(classes.values.begin(), classes.values.end(), *number);
  return same == classes.values.end() ? -1 : static_cast<int>(same - classes.values.begin());
}

void fail_not_utf8(std::string_view name, std::string_view place) {
  fail("{}: {} is not UTF-8; convert the file first, e.g. `iconv -f latin1 -t utf-8 IN > OUT`", place,
       in_quotes(name));
}

void fail_too_many_labels(std::string_view place) {
  fail("{}: more than {} distinct labels; is this really the label column? (--label-column)", place,
       VoteChunk::kNoLabel);
}

namespace {

constexpr std::uint16_t kDropped = VoteChunk::kNoLabel;

// Replaces the chunks' own item or annotator numbers by common ones, in order of first appearance.
NameList unify(std::vector<VoteChunk>& chunks, Interner VoteChunk::*names,
               LargeVector<std::uint32_t> VoteChunk::*column) {
  if (chunks.size() == 1) return std::move(chunks.front().*names).take();
  std::vector<NameList> lists;
  for (VoteChunk& chunk : chunks) lists.push_back(std::move(chunk.*names).take());
  MergedNames merged = merge_names(std::move(lists), thread_count());
  parallel_pieces(chunks.size(), chunks.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t c = begin; c < end; ++c) {
      for (std::uint32_t& index : chunks[c].*column) index = merged.index[c][index];
    }
  });
  return std::move(merged.names);
}

ClassSpace settle_classes(const std::vector<VoteChunk>& chunks, const ImportOptions& options,
                          const std::vector<std::string>& stated, bool ordered) {
  if (!options.classes.empty()) return classes_as_listed(options.classes, options.ordinal);
  if (options.ordinal && stated.empty()) {
    // Numbers are ordered without being told; for words, alphabetical order would be a wrong guess.
    for (const VoteChunk& chunk : chunks) {
      for (std::size_t i = 0; i < chunk.labels.size(); ++i) {
        if (!parse_double(chunk.labels.names()[i])) {
          fail(
              "--ordinal: label {} is not a number, so its order is not known; list the classes with "
              "--classes",
              in_quotes(chunk.labels.names()[i]));
        }
      }
    }
  }
  if (!stated.empty()) return classes_as_listed(stated, ordered || options.ordinal);
  std::vector<std::string> labels;
  for (const VoteChunk& chunk : chunks) {
    for (std::size_t i = 0; i < chunk.labels.size(); ++i) labels.emplace_back(chunk.labels.names()[i]);
  }
  return classes_from_labels(labels);
}

// Turns the chunks' label numbers into classes; labels that are no class become kDropped and are counted.
void relabel(std::vector<VoteChunk>& chunks, const ClassSpace& classes, const NameList& items, Audit& audit) {
  for (VoteChunk& chunk : chunks) {
    std::vector<std::uint16_t> map(chunk.labels.size());
    bool all_known = true;
    for (std::size_t i = 0; i < map.size(); ++i) {
      const int k = class_index(classes, chunk.labels.names()[i]);
      map[i] = k < 0 ? kDropped : static_cast<std::uint16_t>(k);
      all_known &= k >= 0;
    }
    for (std::size_t row = 0; row < chunk.label.size(); ++row) {
      const std::uint16_t label = chunk.label[row];
      if (label == VoteChunk::kNoLabel) continue;
      if (!all_known && map[label] == kDropped) {
        audit.add("unknown-label", fmt::format("item {}", in_quotes(items[chunk.item[row]])),
                  fmt::format("{} is not among the classes; no vote was counted",
                              in_quotes(chunk.labels.names()[label])));
      }
      chunk.label[row] = map[label];
    }
  }
}

// Groups the rows by item: a counting sort, stable in row order. Each chunk writes to its own places, known from
// the counts of all chunks, so that the chunks are written side by side. Items come in any order, so every row waits
// for memory; loading the lines of later rows ahead lets many wait at once.
void group_by_item(std::vector<VoteChunk>& chunks, VoteTable::Parts& parts, bool with_annotators) {
  constexpr std::size_t kAhead = 32;  // rows
  const std::size_t items = parts.items.size();
  std::vector<LargeVector<std::uint64_t>> cursors(chunks.size());  // [chunk][item]: votes, then the next place
  const auto in_each_chunk = [&](const auto& work) {
    parallel_pieces(chunks.size(), chunks.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t c = begin; c < end; ++c) work(chunks[c], cursors[c]);
    });
  };
  in_each_chunk([&](const VoteChunk& chunk, LargeVector<std::uint64_t>& cursor) {
    cursor.assign(items, 0);
    const std::size_t rows = chunk.item.size();
    for (std::size_t row = 0; row < rows; ++row) {
      if (row + kAhead < rows) __builtin_prefetch(&cursor[chunk.item[row + kAhead]], 1);
      cursor[chunk.item[row]] += chunk.label[row] != kDropped;
    }
  });
  parts.offsets.reserve(items + 1);
  std::uint64_t at = 0;
  for (std::size_t item = 0; item < items; ++item) {
    parts.offsets.push_back(at);
    for (LargeVector<std::uint64_t>& cursor : cursors) at += std::exchange(cursor[item], at);
  }
  parts.offsets.push_back(at);
  parts.labels.resize(at);
  if (with_annotators) parts.annotator.resize(at);
  in_each_chunk([&](const VoteChunk& chunk, LargeVector<std::uint64_t>& cursor) {
    const std::size_t rows = chunk.item.size();
    for (std::size_t row = 0; row < rows; ++row) {
      if (row + kAhead < rows) {
        __builtin_prefetch(&cursor[chunk.item[row + kAhead]], 1);
        const std::uint64_t soon = cursor[chunk.item[row + kAhead / 2]];
        __builtin_prefetch(parts.labels.data() + soon, 1);
        if (with_annotators) __builtin_prefetch(parts.annotator.data() + soon, 1);
      }
      if (chunk.label[row] == kDropped) continue;
      const std::uint64_t to = cursor[chunk.item[row]]++;
      parts.labels[to] = chunk.label[row];
      if (with_annotators) parts.annotator[to] = chunk.annotator[row];
    }
  });
}

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

void apply_duplicate_policy(VoteTable::Parts& parts, const std::string& policy, Audit& audit) {
  std::vector<bool> repeated;
  const bool removes = policy == "first" || policy == "last";
  if (removes) repeated.resize(parts.labels.size());
  const Duplicates found = find_duplicates(parts, removes ? &repeated : nullptr, policy == "last");
  if (found.count == 0) return;
  const std::string place = fmt::format("item {}, annotator {}", in_quotes(parts.items[found.first_item]),
                                        in_quotes(parts.annotators[found.first_annotator]));
  if (policy == "error") {
    fail(
        "{}: {} repeated vote{} of one annotator on one item, first: {}; choose --duplicates keep, first or "
        "last",
        audit.file, found.count, found.count == 1 ? "" : "s", place);
  }
  audit.add("duplicate-vote", place,
            removes ? fmt::format("kept the {} of each (--duplicates {})", policy, policy)
                    : "all kept; --duplicates first, last or error to change",
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

}  // namespace

void note_vote_numbers(const VoteTable& votes, Audit& audit) {
  if (!votes.has_counts()) return;
  std::map<std::uint64_t, std::uint64_t> items_with;  // number of votes -> items
  std::size_t without = 0, first_without = 0;
  for (std::size_t i = 0; i < votes.items(); ++i) {
    const std::uint64_t m = votes.votes_of(i);
    ++items_with[m];
    if (m == 0 && without++ == 0) first_without = i;
  }
  if (without > 0) {
    audit.add("item-without-votes", fmt::format("item {}", in_quotes(votes.item_name(first_without))),
              "kept without votes; --drop-empty leaves them out", without);
  }
  if (items_with.size() <= 1) return;
  const auto most = std::max_element(items_with.begin(), items_with.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  std::size_t first = 0;
  while (votes.votes_of(first) == most->first) ++first;
  audit.add("unequal-votes", fmt::format("item {}", in_quotes(votes.item_name(first))),
            fmt::format("{} to {} votes an item, most often {}", items_with.begin()->first,
                        items_with.rbegin()->first, most->first),
            votes.items() - most->second);
}

ImportResult merge_chunks(std::vector<VoteChunk> chunks, Audit audit, const ImportOptions& options,
                          const std::vector<std::string>& stated, bool ordered) {
  std::uint64_t rows = 0, annotated = 0;
  for (const VoteChunk& chunk : chunks) {
    rows += chunk.item.size();
    annotated += chunk.annotator.size();
  }
  if (annotated != 0 && annotated != rows) {
    fail(
        "{}: some votes have an annotator and some have none; give all of them one, or leave all of them out",
        audit.file);
  }
  const bool with_annotators = annotated > 0;

  VoteTable::Parts parts;
  parts.items = unify(chunks, &VoteChunk::items, &VoteChunk::item);
  parts.annotators = unify(chunks, &VoteChunk::annotators, &VoteChunk::annotator);
  parts.classes = settle_classes(chunks, options, stated, ordered);
  relabel(chunks, parts.classes, parts.items, audit);
  group_by_item(chunks, parts, with_annotators);
  std::vector<VoteChunk>().swap(chunks);
  if (parts.items.empty()) fail("{}: no items; the file has no data rows", audit.file);
  if (parts.classes.size() == 0) fail("{}: no votes: every label is empty", audit.file);

  if (with_annotators) apply_duplicate_policy(parts, options.duplicates, audit);
  if (options.drop_empty) {
    const std::size_t before = parts.items.size();
    compact(parts, {}, true);
    if (parts.items.size() < before) {
      audit.remarks.push_back(fmt::format("{} items without votes left out", before - parts.items.size()));
    }
    if (parts.items.empty()) fail("{}: no votes are left", audit.file);
  }
  audit.votes = parts.labels.size();
  audit.dropped = rows - audit.votes;
  if (!with_annotators) fold_to_counts(parts);
  ImportResult result{VoteTable(std::move(parts)), std::move(audit), {}};
  note_vote_numbers(result.votes, result.audit);
  return result;
}

}  // namespace dissent
