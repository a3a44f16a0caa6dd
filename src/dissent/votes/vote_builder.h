// From rows to a VoteTable: importers add (item, annotator, label) rows with names as text; the build gives
// items and annotators their order of first appearance, orders the classes, applies the policies and writes
// the audit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/core/large_vector.h"
#include "dissent/core/names.h"
#include "dissent/votes/importer.h"

namespace dissent {

// Rows with names as numbers; the rows are in the order of the source.
struct VoteRows {
  NameList items;
  NameList annotators;
  NameList labels;                       // as texts; they become classes
  LargeVector<std::uint32_t> item;       // [rows] index into items
  LargeVector<std::uint32_t> annotator;  // [rows]; empty where the source has no annotators
  LargeVector<std::uint16_t> label;      // [rows] index into labels, or kNoLabel: the row only names the item
  static constexpr std::uint16_t kNoLabel = 0xFFFF;
};

// True for "", "nan", "na", "n/a", "null" in any case: no vote was given.
bool is_missing_label(std::string_view label);

class VoteBuilder {
 public:
  // `options` gives classes, duplicates and drop_empty.
  explicit VoteBuilder(const ImportOptions& options) : options_(options) {}

  // Names the item so that it is in the table, votes or not. Items are in the order of their first mention.
  void mention(std::string_view item);
  // One vote. A missing label is counted as "empty-label" at `place` and dropped.
  void add(std::string_view item, std::string_view annotator, std::string_view label, std::string_view place);
  // One vote of an unknown annotator; a builder takes either kind, not both.
  void add(std::string_view item, std::string_view label, std::string_view place);

  Audit& audit() { return audit_; }
  // Classes of a source that states them, in their order (options.classes goes before).
  void set_classes(std::vector<std::string> names, bool ordered = false);
  // The gold label of an item; optional.
  void set_gold(std::string_view item, std::string_view label);

  ImportResult build() &&;

 private:
  void add_row(std::string_view item, std::string_view label, std::string_view place);
  ImportOptions options_;
  Audit audit_;
  Interner items_, annotators_, labels_;
  VoteRows rows_;  // without the names, which the interners hold until the end
  std::vector<std::string> classes_;
  bool ordered_ = false;
  std::vector<std::pair<std::uint32_t, std::string>> gold_;
};

// The common end of all importers. `stated` are the source's own classes (may be empty).
ImportResult table_from_rows(VoteRows rows, Audit audit, const ImportOptions& options,
                             const std::vector<std::string>& stated = {}, bool ordered = false);

// Adds the oddities "item-without-votes" and "unequal-votes", which every importer reports the same way.
void note_vote_numbers(const VoteTable& votes, Audit& audit);

}  // namespace dissent
