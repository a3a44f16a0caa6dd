#include "dissent/votes/vote_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

std::string_view to_string(Knowledge knowledge) {
  switch (knowledge) {
    case Knowledge::probabilities:
      return "probabilities";
    case Knowledge::counts:
      return "counts";
    case Knowledge::votes:
      return "votes";
  }
  return "?";
}

namespace {

// The numbers that all of `names` are, or nothing where one is not a finite number.
std::vector<double> numeric_values(const std::vector<std::string>& names) {
  std::vector<double> values;
  for (const std::string& name : names) {
    const auto value = parse_double(name);
    if (!value || !std::isfinite(*value)) return {};
    values.push_back(*value == 0 ? 0.0 : *value);  // -0 is 0
  }
  return values;
}

}  // namespace

ClassSpace classes_from_labels(const std::vector<std::string>& labels) {
  const std::vector<double> numbers = numeric_values(labels);
  ClassSpace classes;
  if (!labels.empty() && numbers.size() == labels.size()) {
    const std::set<double> sorted(numbers.begin(), numbers.end());
    classes.values.assign(sorted.begin(), sorted.end());
    for (const double value : classes.values) classes.names.push_back(shortest(value));
    classes.ordered = true;
  } else {
    const std::set<std::string> sorted(labels.begin(), labels.end());
    classes.names.assign(sorted.begin(), sorted.end());
  }
  return classes;
}

ClassSpace classes_as_listed(std::vector<std::string> names, bool ordered) {
  ClassSpace classes;
  classes.values = numeric_values(names);
  classes.ordered = ordered || (!names.empty() && !classes.values.empty());
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (trim(names[i]).empty()) fail("class {} of {} has an empty name", i + 1, names.size());
    if (!seen.insert(names[i]).second) fail("class {} is listed twice", in_quotes(names[i]));
  }
  classes.names = std::move(names);
  return classes;
}

VoteTable::VoteTable(Parts parts) : parts_(std::move(parts)) {
  const std::size_t entries = parts_.labels.size();
  const auto wanted = [&](Knowledge level) { return parts_.knowledge == level ? entries : 0; };
  const bool fits = parts_.offsets.size() == items() + 1 && parts_.offsets.front() == 0 &&
                    parts_.offsets.back() == entries && parts_.annotator.size() == wanted(Knowledge::votes) &&
                    parts_.count.size() == wanted(Knowledge::counts) &&
                    parts_.probability.size() == wanted(Knowledge::probabilities);
  if (!fits) throw std::logic_error("VoteTable: parts of different sizes");
  if (classes() > kMaxClasses) fail("{} classes; {} are the most a vote table holds", classes(), kMaxClasses);
  if (parts_.knowledge == Knowledge::votes) votes_ = entries;
  if (parts_.knowledge == Knowledge::counts) {
    votes_ = std::accumulate(parts_.count.begin(), parts_.count.end(), std::uint64_t{0});
  }
}

namespace {

// The part that both dense constructors share: offsets and labels of the nonzero cells, and their values.
template <class Cell, class Value>
void gather_nonzero(std::span<const Cell> cells, std::size_t items, std::size_t classes,
                    VoteTable::Parts& parts, std::vector<Value>& values) {
  if (classes > VoteTable::kMaxClasses) {
    fail("{} classes; {} are the most a vote table holds", classes, VoteTable::kMaxClasses);
  }
  if (cells.size() != items * classes) throw std::logic_error("VoteTable: the matrix does not fit its names");
  parts.offsets.reserve(items + 1);
  parts.offsets.push_back(0);
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t k = 0; k < classes; ++k) {
      const Cell cell = cells[i * classes + k];
      if (cell == 0) continue;
      parts.labels.push_back(static_cast<VoteTable::Label>(k));
      values.push_back(static_cast<Value>(cell));
    }
    parts.offsets.push_back(parts.labels.size());
  }
}

}  // namespace

VoteTable VoteTable::from_counts(std::span<const std::int64_t> counts, NameList items, ClassSpace classes) {
  for (std::size_t at = 0; at < counts.size(); ++at) {
    if (counts[at] >= 0 && counts[at] <= std::numeric_limits<std::uint32_t>::max()) continue;
    fail("item {}, class {}: {} is not a number of votes", in_quotes(items[at / classes.size()]),
         in_quotes(classes.names[at % classes.size()]), counts[at]);
  }
  Parts parts;
  parts.knowledge = Knowledge::counts;
  gather_nonzero(counts, items.size(), classes.size(), parts, parts.count);
  parts.items = std::move(items);
  parts.classes = std::move(classes);
  return VoteTable(std::move(parts));
}

VoteTable VoteTable::from_probabilities(std::span<const double> rows, NameList items, ClassSpace classes) {
  Parts parts;
  parts.knowledge = Knowledge::probabilities;
  gather_nonzero(rows, items.size(), classes.size(), parts, parts.probability);
  parts.items = std::move(items);
  parts.classes = std::move(classes);
  return VoteTable(std::move(parts));
}

void VoteTable::require(Knowledge level, std::string_view purpose) const {
  if (static_cast<int>(parts_.knowledge) >= static_cast<int>(level)) return;
  if (level == Knowledge::votes) {
    fail("{} needs to know who voted what, and this source has only {}; use an export with one row a vote",
         purpose, to_string(parts_.knowledge));
  }
  fail("{} needs vote counts, and this source has only probabilities; use the counts they were made from",
       purpose);
}

std::span<const VoteTable::Label> VoteTable::labels_of(std::size_t item) const {
  require(Knowledge::votes, "the list of an item's votes");
  return entry_labels().subspan(parts_.offsets[item], parts_.offsets[item + 1] - parts_.offsets[item]);
}

std::span<const std::uint32_t> VoteTable::annotators_of(std::size_t item) const {
  require(Knowledge::votes, "the list of an item's annotators");
  return entry_annotators().subspan(parts_.offsets[item], parts_.offsets[item + 1] - parts_.offsets[item]);
}

std::uint64_t VoteTable::votes_of(std::size_t item) const {
  require(Knowledge::counts, "the number of votes");
  const std::uint64_t begin = parts_.offsets[item], end = parts_.offsets[item + 1];
  if (parts_.knowledge == Knowledge::votes) return end - begin;
  std::uint64_t sum = 0;
  for (std::uint64_t e = begin; e < end; ++e) sum += parts_.count[e];
  return sum;
}

void VoteTable::counts_of(std::size_t item, std::span<std::uint32_t> row) const {
  require(Knowledge::counts, "the votes by class");
  std::fill(row.begin(), row.end(), 0u);
  for (std::uint64_t e = parts_.offsets[item]; e < parts_.offsets[item + 1]; ++e) {
    row[parts_.labels[e]] += parts_.knowledge == Knowledge::votes ? 1u : parts_.count[e];
  }
}

void VoteTable::fractions_of(std::size_t item, std::span<double> row) const {
  if (is_empty(item))
    fail("item {} has no votes; drop such items with {}", in_quotes(item_name(item)), option("drop-empty"));
  std::fill(row.begin(), row.end(), 0.0);
  if (!has_counts()) {
    for (std::uint64_t e = parts_.offsets[item]; e < parts_.offsets[item + 1]; ++e) {
      row[parts_.labels[e]] = parts_.probability[e];
    }
    return;
  }
  double sum = 0;
  for (std::uint64_t e = parts_.offsets[item]; e < parts_.offsets[item + 1]; ++e) {
    const double votes = parts_.knowledge == Knowledge::votes ? 1.0 : parts_.count[e];
    row[parts_.labels[e]] += votes;
    sum += votes;
  }
  for (double& cell : row) cell /= sum;
}

}  // namespace dissent
