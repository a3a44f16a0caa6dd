// Argilla records in the three shapes that its versions write: responses by question (2.x, to_json),
// responses by user (1.x feedback records), and flat columns QUESTION.responses, .users and .status (the
// export as a Hugging Face data set). Only submitted responses are votes.
#include <string>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/json_records.h"

namespace dissent {
namespace {

constexpr std::string_view kResponses = ".responses";

class ArgillaReader : private QuestionReader {
 public:
  ArgillaReader(const Source& source, const ImportOptions& options)
      : QuestionReader(source, options, "argilla") {}

  ImportResult read() && {
    while (records_.next()) {
      ++builder_.audit().rows;
      const Json& record = records_.record();
      item_ = item_of(record);
      builder_.mention(item_);
      const Json* responses = find_key(record, "responses");
      if (responses == nullptr)
        read_flat(record);
      else if (responses->is_object())
        read_by_question(*responses);
      else if (responses->is_array())
        read_by_user(*responses);
      else if (!responses->is_null())
        fail("{}: 'responses' is of type {}, where an object or an array is wanted", records_.place(),
             responses->type_name());
    }
    settle();
    ImportPlan& plan = builder_.audit().plan;
    plan.item = !options_.item_column.empty() ? fmt::format("key {}", in_quotes(options_.item_column))
                : numbered_                   ? "number of the record, from 0"
                                              : "key 'id' or 'external_id'";
    plan.annotator = "users of the responses";
    if (numbered_) builder_.audit().remarks.emplace_back("records without an id are numbered from 0");
    return std::move(*this).built();
  }

 private:
  // 2.x: {"question": [{"value": ..., "user_id": ...}, ...]}
  void read_by_question(const Json& responses) {
    for (const auto& [question, answers] : responses.items()) {
      if (answers.is_null()) continue;
      if (!answers.is_array()) {
        fail("{}: the responses to {} are of type {}, where an array is wanted", records_.place(),
             in_quotes(question), answers.type_name());
      }
      for (const Json& answer : answers) {
        const Json& value = wanted_key(answer, "value", records_.place());
        if (wants(question, value)) {
          read_answer(value, find_value(answer, "user_id"), find_value(answer, "status"));
        }
      }
    }
  }

  // 1.x: [{"user_id": ..., "status": ..., "values": {"question": {"value": ...}}}, ...]
  void read_by_user(const Json& responses) {
    for (const Json& response : responses) {
      const Json* status = find_value(response, "status");
      if (find_value(response, "values") == nullptr && !is_submitted(status)) {
        drop(*status);  // discarded before anything was answered
        continue;
      }
      const Json* user = find_value(response, "user_id");
      for (const auto& [question, answer] : wanted_object(response, "values", records_.place()).items()) {
        const Json& value = wanted_key(answer, "value", records_.place());
        if (wants(question, value)) read_answer(value, user, status);
      }
    }
  }

  // {"question.responses": [...], "question.responses.users": [...], "question.responses.status": [...]}
  void read_flat(const Json& record) {
    for (const auto& [key, values] : record.items()) {
      if (!key.ends_with(kResponses) || values.is_null()) continue;
      if (!values.is_array()) {
        fail("{}: {} is of type {}, where an array is wanted", records_.place(), in_quotes(key),
             values.type_name());
      }
      if (values.empty() || !wants(key.substr(0, key.size() - kResponses.size()), values.front())) continue;
      const Json* users = column(record, key + ".users", values.size());
      const Json* status = column(record, key + ".status", values.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        read_answer(values[i], users == nullptr ? nullptr : &(*users)[i],
                    status == nullptr ? nullptr : &(*status)[i]);
      }
    }
  }

  const Json* column(const Json& record, const std::string& key, std::size_t answers) {
    if (find_value(record, key) == nullptr) return nullptr;
    const Json& values = wanted_array(record, key, records_.place());
    if (values.size() == answers) return &values;
    fail("{}: {} has {} entries for {} responses", records_.place(), in_quotes(key), values.size(), answers);
  }

  // Whether an answer of this kind to this question is to be read.
  bool wants(const std::string& question, const Json& value) {
    if (!is_structured(value)) return question_.take(question);
    if (question == options_.label_column) {
      fail("{}: the answers to {} are spans or rankings, which are no votes; choose another {}",
           records_.place(), in_quotes(question), option("label-column"));
    }
    builder_.audit().add("unsupported-answer", records_.place(),
                         "only labels and ratings are votes; spans and rankings are passed over");
    return false;
  }

  void read_answer(const Json& value, const Json* user, const Json* status) {
    if (!is_submitted(status)) {
      drop(*status);
      return;
    }
    const std::string& place = records_.place();
    const std::string annotator =
        user == nullptr || user->is_null() ? std::string() : name_text(*user, "'user_id'", place);
    if (!value.is_array()) {
      add_vote(builder_, item_, annotator, label_text(value, "a response's value", place), place);
      return;
    }
    if (value.empty()) builder_.audit().add("no-choice", place, "a response without a label; no vote");
    if (value.size() > 1) note_several_labels(builder_.audit(), place);
    for (const Json& label : value) {
      add_vote(builder_, item_, annotator, label_text(label, "a response's value", place), place);
    }
  }

  // Spans and rankings are objects, or lists of them.
  static bool is_structured(const Json& value) {
    return value.is_object() || (value.is_array() && !value.empty() && value.front().is_structured());
  }

  // Some 2.x exports leave the status out: what they hold was submitted.
  bool is_submitted(const Json* status) {
    if (status == nullptr || status->is_null()) return true;
    const std::string text = scalar_text(*status, "'status'", records_.place());
    if (text == "submitted") return true;
    if (text == "discarded" || text == "draft") return false;
    fail("{}: 'status' is {}, where submitted, discarded or draft is wanted", records_.place(),
         in_quotes(text));
  }

  void drop(const Json& status) {
    builder_.audit().add(status.get_ref<const std::string&>(), records_.place(),
                         "a response that was not submitted; no vote was counted");
    ++dropped_;
  }

  std::string item_of(const Json& record) {
    const std::string& place = records_.place();
    if (!options_.item_column.empty()) {
      const Json* own = find_value(record, options_.item_column);
      for (const std::string_view part : {"fields", "metadata"}) {
        const Json* inner = own == nullptr ? find_value(record, part) : nullptr;
        if (inner != nullptr) own = find_value(*inner, options_.item_column);
      }
      if (own == nullptr) {
        fail("{}: no key {} here, in 'fields' or in 'metadata' ({})", place, in_quotes(options_.item_column),
             option("item-column"));
      }
      return name_text(*own, "the item", place);
    }
    for (const std::string_view key : {"id", "external_id"}) {
      if (const Json* name = find_value(record, key)) return name_text(*name, "the item", place);
    }
    numbered_ = true;
    return std::to_string(records_.number() - 1);
  }

  bool numbered_ = false;
};

bool looks_like_argilla(const Source& source) {
  const Json* record = sample_record(source);
  if (record == nullptr || !record->is_object()) return false;
  if (find_key(*record, "fields") != nullptr && find_key(*record, "responses") != nullptr) return true;
  for (const auto& [key, value] : record->items()) {
    if (key.ends_with(kResponses)) return true;
  }
  return false;
}

}  // namespace

Recognition recognises_argilla(const Source& source, const ImportOptions& /*options*/) {
  return recognised(looks_like_argilla(source), 0.98, "records with fields and responses");
}

ImportResult read_argilla(const Source& source, const ImportOptions& options) {
  refuse_transpose(options, "argilla");
  if (!options.annotator_column.empty()) {
    fail("{} {}: argilla responses name their user themselves; leave the flag out",
         option("annotator-column"), in_quotes(options.annotator_column));
  }
  return ArgillaReader(source, options).read();
}

}  // namespace dissent
