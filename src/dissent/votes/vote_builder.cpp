#include "dissent/votes/vote_builder.h"

#include <algorithm>
#include <cmath>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/label_options.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {

bool is_missing_label(std::string_view label) {
  label = trim(label);
  if (label.empty()) return true;
  if (label.size() > 4 || (label[0] != 'n' && label[0] != 'N' && label[0] != '<')) return false;
  const std::string lower = to_lower(label);
  return lower == "nan" || lower == "na" || lower == "n/a" || lower == "null" || lower == "<na>";
}

void VoteBuilder::mention(std::string_view item) {
  items_.intern(item);
}

void VoteBuilder::add_row(std::string_view item, std::string_view label, std::string_view place) {
  label = trim(label);
  rows_.item.push_back(items_.intern(item));
  if (is_missing_label(label)) {
    audit_.add("empty-label", place, "no vote was counted");
    rows_.label.push_back(VoteRows::kNoLabel);
    return;
  }
  const std::uint32_t index = labels_.intern(label);
  if (index >= VoteRows::kNoLabel) fail_too_many_labels(place);
  rows_.label.push_back(static_cast<std::uint16_t>(index));
}

void VoteBuilder::add(std::string_view item, std::string_view annotator, std::string_view label,
                      std::string_view place) {
  for (const std::string_view name : {item, annotator, label}) {
    if (invalid_utf8(name)) fail_not_utf8(name, place);
  }
  add_row(item, label, place);
  rows_.annotator.push_back(annotators_.intern(annotator));
}

void VoteBuilder::add(std::string_view item, std::string_view label, std::string_view place) {
  for (const std::string_view name : {item, label}) {
    if (invalid_utf8(name)) fail_not_utf8(name, place);
  }
  add_row(item, label, place);
}

void VoteBuilder::set_classes(std::vector<std::string> names, bool ordered) {
  classes_ = std::move(names);
  ordered_ = ordered;
}

void VoteBuilder::set_gold(std::string_view item, std::string_view label) {
  gold_.emplace_back(items_.intern(item), std::string(trim(label)));
}

ImportResult VoteBuilder::build() && {
  std::vector<std::string> gold_items;  // by name: dropping empty items renumbers the rest
  gold_items.reserve(gold_.size());
  for (const auto& [item, label] : gold_) gold_items.emplace_back(items_.names()[item]);
  rows_.items = std::move(items_).take();
  rows_.annotators = std::move(annotators_).take();
  rows_.labels = std::move(labels_).take();
  ImportResult result = table_from_rows(std::move(rows_), std::move(audit_), options_, classes_, ordered_);
  if (gold_.empty()) return result;

  const LabelMap map(options_);
  Interner items;
  for (std::size_t i = 0; i < result.votes.items(); ++i) items.intern(result.votes.item_name(i));
  result.gold.assign(result.votes.items(), -1);
  for (std::size_t g = 0; g < gold_.size(); ++g) {
    const std::uint32_t item = items.find(gold_items[g]);
    if (item == Interner::kAbsent) continue;
    const int label = class_index(result.votes.class_space(), map(gold_[g].second));
    if (label < 0) {
      result.audit.add(
          "unknown-gold", fmt::format("item {}", in_quotes(gold_items[g])),
          fmt::format("gold label {} is not a class; treated as unknown", in_quotes(gold_[g].second)));
    }
    result.gold[item] = label;
  }
  return result;
}

}  // namespace dissent
