#include "dissent/votes/json_records.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/json_shape.h"

namespace dissent {
namespace {

const Json& wanted_type(const Json& record, std::string_view key, Json::value_t type, std::string_view name,
                        std::string_view place) {
  const Json& value = wanted_key(record, key, place);
  if (value.type() == type) return value;
  fail("{}: {} is of type {}, where an {} is wanted", place, in_quotes(key), value.type_name(), name);
}

}  // namespace

const Json* find_key(const Json& record, std::string_view key) {
  const auto* members = record.get_ptr<const Json::object_t*>();
  if (members == nullptr) return nullptr;
  const auto found =
      std::find_if(members->begin(), members->end(), [&](const auto& m) { return m.first == key; });
  return found == members->end() ? nullptr : &found->second;
}

const Json* find_value(const Json& record, std::string_view key) {
  const Json* value = find_key(record, key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

const Json& wanted_key(const Json& record, std::string_view key, std::string_view place) {
  if (!record.is_object()) {
    fail("{}: of type {}, where an object with the key {} is wanted", place, record.type_name(),
         in_quotes(key));
  }
  if (const Json* value = find_key(record, key)) return *value;
  fail("{}: the key {} is missing", place, in_quotes(key));
}

const Json& wanted_array(const Json& record, std::string_view key, std::string_view place) {
  return wanted_type(record, key, Json::value_t::array, "array", place);
}

const Json& wanted_object(const Json& record, std::string_view key, std::string_view place) {
  return wanted_type(record, key, Json::value_t::object, "object", place);
}

void check_name(std::string_view name, std::string_view what, std::string_view place) {
  if (trim(name).empty()) fail("{}: {} is empty; every one needs a name", place, what);
}

std::string name_text(const Json& value, std::string_view what, std::string_view place) {
  std::string text = scalar_text(value, what, place);
  check_name(text, what, place);
  return text;
}

std::string label_text(const Json& value, std::string_view what, std::string_view place) {
  return value.is_null() ? std::string() : scalar_text(value, what, place);
}

const Json* sample_record(const Source& source) {
  if (!is_json(source)) return nullptr;
  if (source.kind() == Source::Kind::json && source.document().is_object()) return &source.document();
  return &source.first_record();
}

JsonRecords::JsonRecords(const Source& source, std::string_view format)
    : source_(source), lines_(source.bytes(), source.path()) {
  if (!is_json(source)) {
    fail("{}: not JSON, which {} exports are; choose another {}", source.path().string(), format,
         option("format"));
  }
}

bool JsonRecords::next() {
  place_.clear();
  if (source_.kind() == Source::Kind::jsonl) {
    if (!lines_.next()) return false;
    record_ = &lines_.record();
  } else {
    const Json& document = source_.document();
    const std::size_t size = document.is_array() ? document.size() : 1;
    if (number_ == size) return false;
    record_ = document.is_array() ? &document[number_] : &document;
  }
  ++number_;
  if (!record_->is_object()) {
    fail("{}: of type {}, where a record (an object) is wanted", place(), record_->type_name());
  }
  return true;
}

const std::string& JsonRecords::place() {
  if (place_.empty()) {
    place_ = source_.kind() == Source::Kind::jsonl
                 ? lines_.place()
                 : fmt::format("{}, record {}", source_.path().string(), number_);
  }
  return place_;
}

const Json& named_records(const Source& source, std::string_view format) {
  if (source.kind() != Source::Kind::json || !source.document().is_object()) {
    fail("{}: not one JSON object of named items, which {} files are; choose another {}",
         source.path().string(), format, option("format"));
  }
  return source.document();
}

VoteBuilder builder_for(const Source& source, const ImportOptions& options) {
  VoteBuilder builder(options);
  builder.audit().file = source.path().string();
  return builder;
}

void add_vote(VoteBuilder& builder, std::string_view item, std::string_view annotator, std::string_view label,
              std::string_view place) {
  if (annotator.empty())
    builder.add(item, label, place);
  else
    builder.add(item, annotator, label, place);
}

void note_several_labels(Audit& audit, std::string_view place) {
  audit.add("several-labels", place, "each label of such an answer counts as a vote");
}

void refuse_column_flags(const ImportOptions& options, std::string_view format) {
  const std::array<std::pair<std::string_view, const std::string*>, 3> columns = {{
      {"item-column", &options.item_column},
      {"annotator-column", &options.annotator_column},
      {"label-column", &options.label_column},
  }};
  for (const auto& [key, value] : columns) {
    if (!value->empty()) {
      fail("{} {}: {} files have fixed fields; leave the flag out", option(key), in_quotes(*value), format);
    }
  }
}

void refuse_transpose(const ImportOptions& options, std::string_view format) {
  if (!options.transpose) return;
  fail("{}: {} files say which names are items and which are annotators; leave the flag out",
       option("transpose"), format);
}

bool QuestionChoice::take(std::string_view question) {
  const std::uint32_t index = met_.intern(question);
  return wanted_.empty() ? index == 0 : wanted_ == question;
}

void QuestionChoice::settle(const Source& source, Audit& audit) const {
  const std::string file = source.path().string();
  if (met_.size() == 0) fail("{}: no answers: no record holds a label, a choice or a rating", file);
  const std::vector<std::string> met = met_.names().strings();
  if (wanted_.empty()) {
    if (met.size() > 1) {
      fail("{}: {} questions have answers: {}; choose one with {}", file, met.size(),
           in_quotes(join(met, ", "), 200), option("label-column"));
    }
  } else if (met_.find(wanted_) == Interner::kAbsent) {
    const std::vector<std::string_view> known(met.begin(), met.end());
    fail("{}: {}: {}", file, option("label-column"), unknown_name("question", wanted_, known));
  }
  audit.plan.label = fmt::format("question {}", in_quotes(wanted_.empty() ? met.front() : wanted_));
  for (const std::string& question : met) {
    if (question != wanted_ && met.size() > 1) audit.plan.left_out.push_back(question);
  }
  audit.remarks.push_back(fmt::format("question: {}", in_quotes(wanted_.empty() ? met.front() : wanted_)));
}

QuestionReader::QuestionReader(const Source& source, const ImportOptions& options, std::string_view format)
    : source_(source),
      options_(options),
      records_(source, format),
      builder_(builder_for(source, options)),
      question_(options) {}

ImportResult QuestionReader::built() && {
  ImportResult result = std::move(builder_).build();
  result.audit.dropped += dropped_;
  return result;
}

}  // namespace dissent
