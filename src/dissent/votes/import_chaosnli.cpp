// ChaosNLI: a line an item, with the counts of 100 votes by label and no annotators. `old_label` is the label
// of the data set that the item was taken from: the gold one.
#include <algorithm>
#include <limits>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/json_records.h"
#include "dissent/votes/label_options.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

class ChaosNliReader {
 public:
  ChaosNliReader(const Source& source, const ImportOptions& options)
      : source_(source), options_(options), records_(source, "chaosnli") {}

  ImportResult read() && {
    audit_.file = source_.path().string();
    while (records_.next()) read_record();
    if (audit_.rows == 0) fail("{}: no items; the file has no records", audit_.file);
    if (left_out_.size() > 0) {
      audit_.remarks.push_back(fmt::format("{} items without votes left out", left_out_.size()));
    }
    if (gold_.empty()) fail("{}: no votes are left", audit_.file);
    VoteTable votes = VoteTable::from_counts(counts_, std::move(items_).take(), std::move(classes_));
    audit_.votes = votes.votes();
    note_vote_numbers(votes, audit_);
    if (!has_gold_) gold_.clear();
    audit_.plan.item = "key 'uid'";
    audit_.plan.label = "votes by class in key 'label_counter' or 'label_count'";
    return {std::move(votes), std::move(audit_), std::move(gold_)};
  }

 private:
  void read_record() {
    const Json& record = records_.record();
    const std::string uid = name_text(wanted_key(record, "uid", records_.place()), "'uid'", records_.place());
    const Json* by_label = find_value(record, "label_counter");
    const Json* by_position = find_value(record, "label_count");
    if (by_label == nullptr && by_position == nullptr) {
      fail("{}: the keys 'label_counter' and 'label_count' are missing; one of them is needed",
           records_.place());
    }
    if (audit_.rows++ == 0) settle_classes(record);
    row_.assign(classes_.size(), 0);
    if (by_label != nullptr) {
      for (const auto& [label, votes] : wanted_object(record, "label_counter", records_.place()).items()) {
        count(label, votes);
      }
      if (by_position != nullptr) compare_with(wanted_array(record, "label_count", records_.place()));
    } else {
      const Json& votes = wanted_array(record, "label_count", records_.place());
      check_length(votes);
      for (std::size_t k = 0; k < votes.size(); ++k) count(labels_[k], votes[k]);
    }
    keep(uid, find_value(record, "old_label"));
  }

  // The format's own classes, or those that the user lists, under the names that the options give them.
  void settle_classes(const Json& record) {
    settle_labels(record);
    map_.check_use(labels_, audit_.file);
    audit_.plan.no_vote = options_.no_vote;
    std::vector<std::string> names;
    for (const std::string& label : labels_) {
      const std::string name(map_(label));
      if (is_no_vote(name, options_) || std::find(names.begin(), names.end(), name) != names.end()) continue;
      names.push_back(name);
    }
    if (names.empty()) fail("{}: no class is left; name fewer in {}", audit_.file, option("no-vote"));
    classes_ = classes_as_listed(options_.classes.empty() ? names : options_.classes, options_.ordinal);
    if (!options_.ordinal && map_.empty()) {
      // "1" and "2" name two hypotheses; they are no ratings, so neither order nor distance means anything.
      classes_.ordered = false;
      classes_.values.clear();
    }
    settle_order(classes_, options_);
  }

  void settle_labels(const Json& record) {
    const Json* by_position = find_value(record, "label_count");
    const Json* by_label = find_value(record, "label_counter");
    bool abduction = by_position != nullptr && by_position->is_array() && by_position->size() == 2;
    if (by_position == nullptr) {
      abduction = find_key(*by_label, "1") != nullptr || find_key(*by_label, "2") != nullptr;
    }
    if (abduction)
      labels_ = {"1", "2"};  // which of two hypotheses
    else
      labels_ = {"e", "n", "c"};  // entailment, neutral, contradiction
  }

  std::int64_t number_of_votes(const Json& votes) {
    if (votes.is_number_integer()) {
      const auto number = votes.get<std::int64_t>();
      if (number >= 0 && number <= std::numeric_limits<std::uint32_t>::max()) return number;
    }
    fail("{}: {} votes for a label; a whole number from 0 on is wanted", records_.place(), votes.dump());
  }

  void count(const std::string& written, const Json& votes) {
    const std::int64_t number = number_of_votes(votes);
    const std::string label(map_(written));
    const int k = class_index(classes_, label);
    if (is_no_vote(label, options_)) {
      audit_.dropped += static_cast<std::uint64_t>(number);
      if (number > 0) {
        audit_.add("no-vote", records_.place(), "stands for no vote, and none was counted",
                   static_cast<std::uint64_t>(number));
      }
    } else if (k >= 0) {
      row_[static_cast<std::size_t>(k)] += number;  // several labels may have been given one name
    } else if (!options_.classes.empty()) {
      audit_.dropped += static_cast<std::uint64_t>(number);
      audit_.add("unknown-label", records_.place(),
                 fmt::format("{} is not among the classes; no vote was counted", in_quotes(label)),
                 static_cast<std::uint64_t>(number));
    } else {
      fail("{}: label {} in 'label_counter' is none of {}; list the classes with {}", records_.place(),
           in_quotes(label), join(labels_, ", "), option("classes"));
    }
  }

  void check_length(const Json& by_position) {
    if (by_position.size() == labels_.size()) return;
    fail("{}: 'label_count' has {} numbers where {} are wanted, for {}", records_.place(), by_position.size(),
         labels_.size(), join(labels_, ", "));
  }

  void compare_with(const Json& by_position) {
    check_length(by_position);
    std::vector<std::int64_t> row(classes_.size(), 0);
    for (std::size_t k = 0; k < by_position.size(); ++k) {
      const int at = class_index(classes_, map_(labels_[k]));
      if (at >= 0) row[static_cast<std::size_t>(at)] += number_of_votes(by_position[k]);
    }
    if (row != row_) {
      audit_.add("counts-differ", records_.place(),
                 "label_counter and label_count differ; label_counter is used");
      return;
    }
  }

  void keep(const std::string& uid, const Json* old_label) {
    if (items_.find(uid) != Interner::kAbsent || left_out_.find(uid) != Interner::kAbsent) fail_repeated(uid);
    std::int64_t sum = 0;
    for (const std::int64_t votes : row_) sum += votes;
    if (sum == 0 && options_.drop_empty) {
      left_out_.intern(uid);
      return;
    }
    items_.intern(uid);
    counts_.insert(counts_.end(), row_.begin(), row_.end());
    int gold = -1;
    if (old_label != nullptr) {
      has_gold_ = true;
      const std::string label = scalar_text(*old_label, "'old_label'", records_.place());
      gold = class_index(classes_, map_(label));
      if (gold < 0) {
        audit_.add("unknown-gold", records_.place(),
                   fmt::format("gold label {} is not a class; treated as unknown", in_quotes(label)));
      }
    }
    gold_.push_back(gold);
  }

  // Reads again up to the first record of the name, since places are not kept.
  [[noreturn]] void fail_repeated(const std::string& uid) {
    JsonRecords again(source_, "chaosnli");
    while (again.next()) {
      if (scalar_text(*find_key(again.record(), "uid"), "'uid'", again.place()) == uid) break;
    }
    fail("{}: uid {} is also that of {}; keep one of the two", records_.place(), in_quotes(uid),
         again.place());
  }

  const Source& source_;
  const ImportOptions& options_;
  JsonRecords records_;
  Audit audit_;
  const LabelMap map_{options_};
  std::vector<std::string> labels_;  // what the places of label_count stand for
  ClassSpace classes_;
  Interner items_;
  Interner left_out_;                 // items without votes, where they are not wanted
  std::vector<std::int64_t> row_;     // [classes] of the current record
  std::vector<std::int64_t> counts_;  // [items, classes]
  std::vector<std::int32_t> gold_;    // [items]
  bool has_gold_ = false;
};

bool looks_like_chaosnli(const Source& source) {
  const Json* record = sample_record(source);
  return record != nullptr && find_key(*record, "uid") != nullptr &&
         (find_key(*record, "label_counter") != nullptr || find_key(*record, "label_count") != nullptr);
}

}  // namespace

Recognition recognises_chaosnli(const Source& source, const ImportOptions& /*options*/) {
  return recognised(looks_like_chaosnli(source), 0.98, "records with uid and label_counter or label_count");
}

ImportResult read_chaosnli(const Source& source, const ImportOptions& options) {
  refuse_column_flags(options, "chaosnli");
  refuse_transpose(options, "chaosnli");
  return ChaosNliReader(source, options).read();
}

}  // namespace dissent
