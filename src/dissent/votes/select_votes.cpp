#include "dissent/votes/select_votes.h"

#include <algorithm>
#include <span>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

VoteTable select_items(const VoteTable& votes, const std::vector<std::uint32_t>& items) {
  const std::size_t classes = votes.classes();
  NameList names;
  for (const std::uint32_t i : items) names.add(votes.item_name(i));
  if (votes.has_annotators()) {
    VoteTable::Parts parts;
    constexpr std::uint32_t kUnseen = 0xFFFFFFFF;
    std::vector<std::uint32_t> number(votes.annotators(), kUnseen);
    parts.offsets.push_back(0);
    for (const std::uint32_t i : items) {
      const auto labels = votes.labels_of(i);
      parts.labels.insert(parts.labels.end(), labels.begin(), labels.end());
      for (const std::uint32_t a : votes.annotators_of(i)) {
        if (number[a] == kUnseen) {
          number[a] = static_cast<std::uint32_t>(parts.annotators.size());
          parts.annotators.add(votes.annotator_name(a));
        }
        parts.annotator.push_back(number[a]);
      }
      parts.offsets.push_back(parts.labels.size());
    }
    parts.items = std::move(names);
    parts.classes = votes.class_space();
    return VoteTable(std::move(parts));
  }
  if (votes.has_counts()) {
    std::vector<std::int64_t> rows(items.size() * classes);
    std::vector<std::uint32_t> row(classes);
    for (std::size_t at = 0; at < items.size(); ++at) {
      votes.counts_of(items[at], row);
      std::copy(row.begin(), row.end(), rows.begin() + static_cast<std::ptrdiff_t>(at * classes));
    }
    return VoteTable::from_counts(rows, std::move(names), votes.class_space());
  }
  std::vector<double> rows(items.size() * classes);
  for (std::size_t at = 0; at < items.size(); ++at) {
    if (!votes.is_empty(items[at])) {
      votes.fractions_of(items[at], std::span<double>(rows).subspan(at * classes, classes));
    }
  }
  return VoteTable::from_probabilities(rows, std::move(names), votes.class_space());
}

VoteTable concatenate(const VoteTable& first, const VoteTable& second) {
  if (first.class_space().names != second.class_space().names) {
    fail("the votes cannot be joined: their classes are {} and {}", join(first.class_space().names, ", "),
         join(second.class_space().names, ", "));
  }
  first.require(Knowledge::counts, "joining two sets of votes");
  second.require(Knowledge::counts, "joining two sets of votes");
  NameList items;
  std::vector<std::int64_t> rows;
  std::vector<std::uint32_t> row(first.classes());
  for (const VoteTable* votes : {&first, &second}) {
    for (std::size_t i = 0; i < votes->items(); ++i) {
      items.add(votes->item_name(i));
      votes->counts_of(i, row);
      rows.insert(rows.end(), row.begin(), row.end());
    }
  }
  return VoteTable::from_counts(rows, std::move(items), first.class_space());
}

}  // namespace dissent
