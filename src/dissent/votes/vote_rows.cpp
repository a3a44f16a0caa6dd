#include "dissent/votes/vote_rows.h"

#include <algorithm>
#include <map>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/label_options.h"
#include "dissent/votes/vote_grouping.h"

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
  fail("{}: more than {} distinct labels; is this really the label column? ({})", place, VoteRows::kNoLabel,
       option("label-column"));
}

namespace {

ClassSpace settle_classes(const NameList& labels, const ImportOptions& options,
                          const std::vector<std::string>& stated, bool ordered) {
  if (!options.classes.empty()) return classes_as_listed(options.classes, options.ordinal);
  if (!stated.empty()) return classes_as_listed(stated, ordered || options.ordinal);
  for (std::size_t i = 0; options.ordinal && i < labels.size(); ++i) {
    if (parse_double(labels[i])) continue;  // numbers are ordered without being told
    fail("{}: label {} is not a number, so its order is not known; list the classes with {}",
         option("ordinal"), in_quotes(labels[i]), option("classes"));
  }
  if (options.nominal && labels_of_one_number(labels)) {  // codes, of which each is a class as it is written
    const std::vector<std::string> codes = labels.strings();
    const std::set<std::string> sorted(codes.begin(), codes.end());
    ClassSpace classes;
    classes.names.assign(sorted.begin(), sorted.end());
    return classes;
  }
  return classes_from_labels(labels.strings());
}

// The classes of a source that states them, under the names that the options give to labels; those that stand
// for no vote are none.
std::vector<std::string> stated_classes(const std::vector<std::string>& stated,
                                        const ImportOptions& options) {
  const LabelMap map(options);
  std::vector<std::string> classes;
  for (const std::string& name : stated) {
    std::string renamed(map(name));
    if (is_no_vote(renamed, options)) continue;
    if (std::find(classes.begin(), classes.end(), renamed) == classes.end())
      classes.push_back(std::move(renamed));
  }
  return classes;
}

// Classes that a reader would take for one: "Yes" and "yes".
void note_case_variants(const ClassSpace& classes, Audit& audit) {
  std::map<std::string, std::string> first;  // in lower case -> as it is
  for (const std::string& name : classes.names) {
    const auto [known, is_new] = first.emplace(to_lower(name), name);
    if (is_new) continue;
    audit.remarks.push_back(
        fmt::format("labels {} and {} differ in upper and lower case only, and are two classes; {} {} puts "
                    "them together",
                    in_quotes(known->second), in_quotes(name), option("map"),
                    in_quotes(fmt::format("{}={}", name, known->second))));
  }
}

// Renames labels and takes out those that stand for no vote, as the options say.
void apply_label_options(VoteRows& rows, const ImportOptions& options, const std::vector<std::string>& stated,
                         Audit& audit) {
  const LabelMap map(options);
  if (!map.empty()) {
    std::vector<std::string> known = rows.labels.strings();
    known.insert(known.end(), stated.begin(), stated.end());
    map.check_use(known, audit.file);
    NameList renamed;
    for (std::size_t i = 0; i < rows.labels.size(); ++i) renamed.add(map(rows.labels[i]));
    rows.labels = std::move(renamed);
  }
  if (options.no_vote.empty()) return;
  std::vector<bool> none(rows.labels.size());
  for (std::size_t i = 0; i < none.size(); ++i) none[i] = is_no_vote(rows.labels[i], options);
  for (const std::string& text : options.no_vote) {
    if (trim(text).empty()) continue;
    const std::vector<std::string> labels = rows.labels.strings();
    if (std::none_of(labels.begin(), labels.end(),
                     [&](const std::string& l) { return same_label(trim(text), l); }))
      audit.remarks.push_back(
          fmt::format("{} {}: no vote has this label", option("no-vote"), in_quotes(text)));
  }
  std::uint64_t removed = 0;
  std::size_t first = 0;
  for (std::size_t row = 0; row < rows.label.size(); ++row) {
    std::uint16_t& label = rows.label[row];
    if (label == VoteRows::kNoLabel || !none[label]) continue;
    if (removed++ == 0) first = row;
    label = VoteRows::kNoLabel;
  }
  audit.plan.no_vote = options.no_vote;
  NameList kept;  // labels without votes would become classes
  std::vector<std::uint16_t> place(none.size());
  for (std::size_t i = 0; i < none.size(); ++i) {
    place[i] = static_cast<std::uint16_t>(kept.size());
    if (!none[i]) kept.add(rows.labels[i]);
  }
  for (std::uint16_t& label : rows.label) {
    if (label != VoteRows::kNoLabel) label = place[label];
  }
  rows.labels = std::move(kept);
  if (removed == 0) return;
  audit.add("no-vote", fmt::format("item {}", in_quotes(rows.items[rows.item[first]])),
            "stands for no vote, and none was counted", removed);
}

// Turns the labels' numbers into classes; labels that are no class become VoteRows::kNoLabel and are counted.
void relabel(VoteRows& rows, const ClassSpace& classes, Audit& audit) {
  std::vector<std::uint16_t> map(rows.labels.size());
  for (std::size_t i = 0; i < map.size(); ++i) {
    const int k = class_index(classes, rows.labels[i]);
    map[i] = k < 0 ? VoteRows::kNoLabel : static_cast<std::uint16_t>(k);
  }
  std::uint64_t unknown = 0;
  std::size_t first = 0;
  std::uint16_t first_label = 0;
  for (std::size_t row = 0; row < rows.label.size(); ++row) {
    std::uint16_t& label = rows.label[row];
    if (label == VoteRows::kNoLabel) continue;
    if (map[label] == VoteRows::kNoLabel && unknown++ == 0) {
      first = row;
      first_label = label;
    }
    label = map[label];
  }
  if (unknown == 0) return;
  audit.add(
      "unknown-label", fmt::format("item {}", in_quotes(rows.items[rows.item[first]])),
      fmt::format("{} is not among the classes; no vote was counted", in_quotes(rows.labels[first_label])),
      unknown);
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
              fmt::format("kept without votes; {} leaves them out", option("drop-empty")), without);
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

ImportResult table_from_rows(VoteRows rows, Audit audit, const ImportOptions& options,
                             const std::vector<std::string>& named, bool ordered) {
  const std::uint64_t read = rows.item.size();
  if (!rows.annotator.empty() && rows.annotator.size() != read) {
    fail(
        "{}: some votes have an annotator and some have none; give all of them one, or leave all of them out",
        audit.file);
  }
  if (rows.items.empty()) fail("{}: no items; the file has no data rows", audit.file);
  apply_label_options(rows, options, named, audit);
  const std::vector<std::string> stated = stated_classes(named, options);
  if (stated.empty()) question_labels(rows, options, audit);
  if (const auto same = labels_of_one_number(rows.labels); same && !options.nominal && stated.empty()) {
    audit.remarks.push_back(
        fmt::format("labels {} and {} are one number and were taken for one class; {} keeps them apart",
                    in_quotes(same->first), in_quotes(same->second), option("nominal")));
  }
  ClassSpace classes = settle_classes(rows.labels, options, stated, ordered);
  settle_order(classes, options);
  if (classes.size() == 0) fail("{}: no votes: every label is empty", audit.file);
  relabel(rows, classes, audit);
  if (options.classes.empty()) note_case_variants(classes, audit);

  VoteTable::Parts parts = group_by_item(std::move(rows));
  parts.classes = std::move(classes);
  if (!parts.annotator.empty()) apply_duplicate_policy(parts, options.duplicates, audit);
  if (options.drop_empty) {
    const std::size_t before = parts.items.size();
    drop_items_without_votes(parts);
    if (parts.items.size() < before) {
      audit.remarks.push_back(fmt::format("{} items without votes left out", before - parts.items.size()));
    }
    if (parts.items.empty()) fail("{}: no votes are left", audit.file);
  }
  audit.votes = parts.labels.size();
  audit.dropped = read - audit.votes;
  if (parts.annotators.empty()) fold_to_counts(parts);
  ImportResult result{VoteTable(std::move(parts)), std::move(audit), {}};
  note_vote_numbers(result.votes, result.audit);
  return result;
}

}  // namespace dissent
