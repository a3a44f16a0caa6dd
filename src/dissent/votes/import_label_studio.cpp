// Label Studio: the JSON export (tasks with their annotations) and the JSON-MIN one (a flat record an
// annotation). Votes are choices and ratings; cancelled annotations are dropped, ground-truth ones are gold.
#include <algorithm>
#include <map>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/json_records.h"

namespace dissent {
namespace {

class LabelStudioReader : private QuestionReader {
 public:
  LabelStudioReader(const Source& source, const ImportOptions& options)
      : QuestionReader(source, options, "label-studio") {}

  ImportResult read() && {
    while (records_.next()) {
      if (find_key(records_.record(), "annotations") != nullptr)
        read_task();
      else
        read_flat();
    }
    settle();
    const bool tasks = find_key(*sample_record(source_), "annotations") != nullptr;
    audit().plan.item =
        options_.item_column.empty() ? "key 'id'" : fmt::format("key {}", in_quotes(options_.item_column));
    audit().plan.annotator = tasks ? "key 'completed_by' of the annotations" : "key 'annotator'";
    return std::move(*this).built();
  }

 private:
  Audit& audit() { return builder_.audit(); }

  void read_task() {
    const Json& task = records_.record();
    const Json& named_by = options_.item_column.empty()
                               ? wanted_key(task, "id", records_.place())
                               : wanted_key(wanted_object(task, "data", records_.place()),
                                            options_.item_column, records_.place());
    item_ = name_text(named_by, "the item", records_.place());
    builder_.mention(item_);
    for (const Json& annotation : wanted_array(task, "annotations", records_.place())) {
      ++audit().rows;
      const Json& result = wanted_array(annotation, "result", records_.place());
      if (is_true(annotation, "was_cancelled")) {
        audit().add("cancelled", records_.place(), "skipped by the annotator; no vote was counted");
        ++dropped_;
        continue;
      }
      labels_.clear();
      for (const Json& answer : result) read_answer(answer);
      if (is_true(annotation, "ground_truth")) {
        audit().add("ground-truth", records_.place(), "taken as the gold label, not as a vote");
        if (!labels_.empty()) builder_.set_gold(item_, labels_.front());
        continue;
      }
      add_labels(annotator_of(find_value(annotation, "completed_by")));
    }
  }

  // One element of an annotation's `result`: the answer to one question, or something that is no vote.
  void read_answer(const Json& answer) {
    const Json* question = find_value(answer, "from_name");
    const Json* value = find_value(answer, "value");
    const Json* choices = value == nullptr ? nullptr : find_value(*value, "choices");
    const Json* rating = value == nullptr ? nullptr : find_value(*value, "rating");
    if (question == nullptr || (choices == nullptr && rating == nullptr)) {
      note_unsupported();
      return;
    }
    if (question_.take(scalar_text(*question, "'from_name'", records_.place()))) read_value(*value);
  }

  // {"choices": [...]} or {"rating": n}; false where it is neither.
  bool read_value(const Json& value) {
    if (find_value(value, "choices") != nullptr) {
      for (const Json& choice : wanted_array(value, "choices", records_.place())) {
        labels_.push_back(label_text(choice, "a choice", records_.place()));
      }
      return true;
    }
    const Json* rating = find_value(value, "rating");
    if (rating != nullptr) labels_.push_back(scalar_text(*rating, "'rating'", records_.place()));
    return rating != nullptr;
  }

  // What a JSON-MIN record has beside its questions and its task's data.
  static bool is_fixed(std::string_view key) {
    return key == "id" || key == "annotator" || key == "annotation_id" || key == "created_at" ||
           key == "updated_at" || key == "lead_time";
  }

  // The questions of JSON-MIN records: keys with choices or ratings in them, and those whose values differ
  // between the annotations of a task, whose own data do not. Where no task has two annotations, or all of
  // them agree, questions stand between `id` and `annotator`, as the tool writes them.
  void find_questions() {
    struct Key {
      bool answers = false, differs = false, between = false;
      struct Answers {
        std::size_t first = 0;    // a hash of the first one
        std::size_t present = 0;  // annotations that have one
      };
      std::map<std::string, Answers> of_task;
    };
    std::map<std::string, Key> keys;
    std::map<std::string, std::size_t> annotations;  // of a task
    const std::string_view item_key = or_id(options_.item_column);
    JsonRecords records(source_, "label-studio");
    while (records.next()) {
      const Json& record = records.record();
      const Json* item = find_value(record, item_key);
      if (item == nullptr || find_key(record, "annotations") != nullptr) continue;
      bool between = false;
      const std::string task = item->dump();
      ++annotations[task];
      for (const auto& [name, value] : record.items()) {
        if (name == "annotator") between = false;
        if (!is_fixed(name) && name != item_key && !value.is_null()) {
          Key& key = keys[name];
          const Json& first = value.is_array() && !value.empty() ? value.front() : value;
          key.answers |= find_value(first, "choices") != nullptr || find_value(first, "rating") != nullptr;
          key.between |= between;
          Key::Answers& answers = key.of_task[task];
          const std::size_t hash = std::hash<std::string>{}(value.dump());
          if (answers.present++ == 0) answers.first = hash;
          key.differs |= answers.first != hash;
        }
        between |= name == "id";
      }
    }
    for (auto& [name, key] : keys) {  // an answer that only some gave differs, too
      key.differs |= std::any_of(key.of_task.begin(), key.of_task.end(), [&](const auto& task) {
        return task.second.present < annotations[task.first];
      });
    }
    const auto take = [&](auto test) {
      for (const auto& [name, key] : keys) {
        if (test(key)) questions_.insert(name);
      }
    };
    take([](const Key& key) { return key.answers || key.differs; });
    if (questions_.empty()) take([](const Key& key) { return key.between; });
  }

  // A JSON-MIN record.
  void read_flat() {
    const Json& record = records_.record();
    if (find_key(record, "annotator") == nullptr) {
      fail("{}: neither 'annotations' (JSON export) nor 'annotator' (JSON-MIN export)", records_.place());
    }
    ++audit().rows;
    const std::string_view item_key = or_id(options_.item_column);
    item_ = name_text(wanted_key(record, item_key, records_.place()), "the item", records_.place());
    builder_.mention(item_);
    labels_.clear();
    if (!options_.label_column.empty()) {
      const Json* answer = find_value(record, options_.label_column);
      if (answer != nullptr) read_flat_answer(options_.label_column, *answer);
    } else {
      if (audit().rows == 1) find_questions();
      for (const auto& [key, value] : record.items()) {
        if (!value.is_null() && questions_.contains(key)) read_flat_answer(key, value);
      }
    }
    add_labels(annotator_of(find_value(record, "annotator")));
  }

  // A single choice is a text, several are an object, a rating is in a list: "A", {"choices": ["A", "B"]} or
  // [{"rating": 3}].
  void read_flat_answer(const std::string& question, const Json& answer) {
    const Json& value = answer.is_array() && !answer.empty() ? answer.front() : answer;
    const bool plain = value.is_string() || value.is_number();
    if (!plain && find_value(value, "choices") == nullptr && find_value(value, "rating") == nullptr) {
      note_unsupported();
      return;
    }
    if (!question_.take(question)) return;
    if (!answer.is_array()) {
      if (!read_value(answer)) labels_.push_back(scalar_text(answer, "the answer", records_.place()));
      return;
    }
    for (const Json& element : answer) {
      if (!read_value(element)) labels_.push_back(scalar_text(element, "the answer", records_.place()));
    }
  }

  void add_labels(const std::string& annotator) {
    if (labels_.empty())
      audit().add("no-choice", records_.place(), "an annotation without an answer; no vote");
    if (labels_.size() > 1) note_several_labels(audit(), records_.place());
    for (const std::string& label : labels_) add_vote(builder_, item_, annotator, label, records_.place());
  }

  // `completed_by` is a number, or an object of which --annotator-column may name another key ("email").
  std::string annotator_of(const Json* completed_by) {
    if (completed_by == nullptr) return {};
    if (completed_by->is_object()) {
      const std::string_view key = or_id(options_.annotator_column);
      return name_text(wanted_key(*completed_by, key, records_.place()), "the annotator", records_.place());
    }
    if (!options_.annotator_column.empty()) {
      fail("{}: annotators are plain numbers or names here; leave {} out", records_.place(),
           option("annotator-column"));
    }
    return name_text(*completed_by, "the annotator", records_.place());
  }

  static std::string_view or_id(std::string_view named) { return named.empty() ? "id" : named; }

  static bool is_true(const Json& annotation, std::string_view key) {
    const Json* flag = find_value(annotation, key);
    return flag != nullptr && flag->is_boolean() && flag->get<bool>();
  }

  void note_unsupported() {
    audit().add("unsupported-answer", records_.place(),
                "only choices and ratings are votes; others are passed over");
  }

  std::vector<std::string> labels_;    // of the current annotation
  std::set<std::string> questions_{};  // of JSON-MIN records
};

bool looks_like_label_studio(const Source& source) {
  const Json* record = sample_record(source);
  if (record == nullptr) return false;
  const Json* annotations = find_key(*record, "annotations");
  const bool is_task =
      annotations != nullptr && annotations->is_array() && find_key(*record, "data") != nullptr;
  const auto has = [&](std::string_view key) { return find_key(*record, key) != nullptr; };
  return is_task || (has("id") && has("annotation_id") && has("annotator") &&
                     (has("lead_time") || (has("created_at") && has("updated_at"))));
}

}  // namespace

Recognition recognises_label_studio(const Source& source, const ImportOptions& /*options*/) {
  return recognised(looks_like_label_studio(source), 0.98, "annotations with results");
}

ImportResult read_label_studio(const Source& source, const ImportOptions& options) {
  refuse_transpose(options, "label-studio");
  return LabelStudioReader(source, options).read();
}

}  // namespace dissent
