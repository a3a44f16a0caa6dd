// Prodigy: a line an answer of one annotator. Two kinds of task give votes.
//
// A choice task has `options` and the chosen ones in `accept`: the item is the input (`_input_hash`), so that
// what several annotators chose for one text comes together, and the labels are the options. `answer` must be
// "accept": "reject" refuses the task as a whole, which is not a vote for any option.
//
// A binary task asks whether one `label` fits: the item is the task (`_task_hash`, which covers the label),
// and the labels are "accept" and "reject". Read as a vote for the label itself, a reject would have to be a
// class of its own anyhow, and the answers to different questions about one text would be mixed.
#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/json_records.h"

namespace dissent {
namespace {

class ProdigyReader {
 public:
  ProdigyReader(const Source& source, const ImportOptions& options)
      : options_(options), records_(source, "prodigy"), builder_(builder_for(source, options)) {}

  ImportResult read() && {
    while (records_.next()) read_answer();
    if (kind_ == Kind::binary) builder_.set_classes({"accept", "reject"});
    if (has_options_) builder_.set_classes(labels_.names().strings());
    ImportPlan& plan = builder_.audit().plan;
    plan.item = !options_.item_column.empty() ? fmt::format("key {}", in_quotes(options_.item_column))
                : kind_ == Kind::choice       ? "key '_input_hash'"
                                              : "key '_task_hash'";
    plan.annotator = options_.annotator_column.empty()
                         ? "key '_annotator_id' or '_session_id'"
                         : fmt::format("key {}", in_quotes(options_.annotator_column));
    plan.label = kind_ == Kind::choice ? "key 'accept'" : "key 'answer'";
    ImportResult result = std::move(builder_).build();
    if (!result.votes.has_annotators()) result.audit.plan.annotator.clear();
    result.audit.dropped += dropped_;
    return result;
  }

 private:
  enum class Kind { unknown, choice, binary };

  void read_answer() {
    const Json& record = records_.record();
    const std::string& place = records_.place();
    ++builder_.audit().rows;
    const std::string answer = scalar_text(wanted_key(record, "answer", place), "'answer'", place);
    if (answer != "accept" && answer != "reject" && answer != "ignore") {
      fail("{}: 'answer' is {}, where accept, reject or ignore is wanted", place, in_quotes(answer));
    }
    const Kind kind = kind_of(record);
    const std::string item = item_of(record, kind);
    builder_.mention(item);
    if (kind == Kind::choice) read_options(record);
    if (answer == "ignore") {
      drop("ignored", "the annotator passed over the task; no vote was counted");
    } else if (kind == Kind::binary) {
      add_vote(builder_, item, annotator_of(record), answer, place);
    } else if (answer == "reject") {
      drop("rejected", "a choice task rejected as a whole; no vote was counted");
    } else {
      read_choices(record, item);
    }
  }

  Kind kind_of(const Json& record) {
    Kind kind = Kind::unknown;
    if (find_value(record, "options") != nullptr || find_value(record, "accept") != nullptr)
      kind = Kind::choice;
    else if (find_value(record, "label") != nullptr)
      kind = Kind::binary;
    else
      fail(
          "{}: neither 'options' to choose from nor a 'label' to accept or reject; other tasks hold no votes",
          records_.place());
    if (kind_ != Kind::unknown && kind_ != kind) {
      fail("{}: a {} task among {} ones; export the two apart", records_.place(),
           kind == Kind::choice ? "choice" : "binary", kind == Kind::choice ? "binary" : "choice");
    }
    kind_ = kind;
    return kind;
  }

  std::string item_of(const Json& record, Kind kind) {
    const std::string& place = records_.place();
    if (!options_.item_column.empty()) {
      const Json* own = find_value(record, options_.item_column);
      const Json* meta = find_value(record, "meta");
      if (own == nullptr && meta != nullptr) own = find_value(*meta, options_.item_column);
      if (own == nullptr) {
        fail("{}: no key {} here or in 'meta' ({})", place, in_quotes(options_.item_column),
             option("item-column"));
      }
      return name_text(*own, "the item", place);
    }
    const bool choice = kind == Kind::choice;
    for (const std::string_view key :
         {choice ? "_input_hash" : "_task_hash", choice ? "_task_hash" : "text", "text"}) {
      if (const Json* name = find_value(record, key)) return name_text(*name, "the item", place);
    }
    fail("{}: the key {} is missing, and so is 'text'; {} names another", place,
         choice ? "'_input_hash'" : "'_task_hash'", option("item-column"));
  }

  // Sessions are named DATASET-ANNOTATOR; newer exports also have the annotator's own key. Neither need be
  // there.
  std::string annotator_of(const Json& record) {
    if (!options_.annotator_column.empty()) {
      return name_text(wanted_key(record, options_.annotator_column, records_.place()), "the annotator",
                       records_.place());
    }
    for (const std::string_view key : {"_annotator_id", "_session_id"}) {
      if (const Json* name = find_value(record, key))
        return name_text(*name, "the annotator", records_.place());
    }
    return {};
  }

  void read_options(const Json& record) {
    if (find_value(record, "options") == nullptr) return;
    has_options_ = true;
    for (const Json& option : wanted_array(record, "options", records_.place())) {
      labels_.intern(
          name_text(wanted_key(option, "id", records_.place()), "an option's 'id'", records_.place()));
    }
  }

  void read_choices(const Json& record, const std::string& item) {
    const std::string& place = records_.place();
    const Json& accepted = wanted_array(record, "accept", place);
    if (accepted.empty()) drop("no-choice", "accepted without choosing an option; no vote was counted");
    if (accepted.size() > 1) note_several_labels(builder_.audit(), place);
    const std::string annotator = annotator_of(record);
    for (const Json& option : accepted) {
      const std::string label = name_text(option, "an option in 'accept'", place);
      labels_.intern(label);
      add_vote(builder_, item, annotator, label, place);
    }
  }

  void drop(std::string_view kind, std::string_view note) {
    builder_.audit().add(kind, records_.place(), note);
    ++dropped_;
  }

  const ImportOptions& options_;
  JsonRecords records_;
  VoteBuilder builder_;
  Kind kind_ = Kind::unknown;
  Interner labels_;  // options in their order, over all tasks
  bool has_options_ = false;
  std::uint64_t dropped_ = 0;
};

bool looks_like_prodigy(const Source& source) {
  const Json* record = sample_record(source);
  return record != nullptr && find_key(*record, "answer") != nullptr &&
         (find_key(*record, "_task_hash") != nullptr || find_key(*record, "_input_hash") != nullptr);
}

}  // namespace

Recognition recognises_prodigy(const Source& source, const ImportOptions& /*options*/) {
  return recognised(looks_like_prodigy(source), 0.98, "records with _task_hash and answer");
}

ImportResult read_prodigy(const Source& source, const ImportOptions& options) {
  refuse_transpose(options, "prodigy");
  if (!options.label_column.empty()) {
    fail("{} {}: a prodigy file holds one question; leave the flag out", option("label-column"),
         in_quotes(options.label_column));
  }
  return ProdigyReader(source, options).read();
}

}  // namespace dissent
