// Objects of objects of labels: peerannot's answers.json, {item: {annotator: label}}, and the other way
// round, {annotator: {item: label}}. Labels are class numbers or names.
#include <algorithm>
#include <set>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/json_layout.h"
#include "dissent/votes/json_nesting.h"
#include "dissent/votes/json_numbers.h"
#include "dissent/votes/json_path.h"
#include "dissent/votes/json_records.h"
#include "dissent/votes/json_shape.h"

namespace dissent {
namespace {

constexpr std::size_t kGlimpse = 1000;  // objects looked at to tell labels from counts

// The barest of shapes, so the look is strict: labels of one kind, nothing else among them.
bool is_object_of_labels(const Source& source) {
  if (source.kind() != Source::Kind::json || !source.document().is_object()) return false;
  const Json* first = nullptr;
  for (const Json& answers : source.document()) {
    if (!answers.is_object()) return false;
    for (const Json& label : answers) {
      if (label.is_null()) continue;
      if (!label.is_number() && !label.is_string() && !label.is_boolean()) return false;
      if (first == nullptr) first = &label;
      if (label.is_string() != first->is_string()) return false;
    }
  }
  return first != nullptr;
}

[[noreturn]] void fail_unclear(const Source& source, const Nesting& nesting) {
  fail(
      "{}: an object of objects of labels with {}; say {} peerannot where the outer names are items, and {} "
      "as well where they are annotators",
      source.path().string(), nesting.why, option("format"), option("transpose"));
}

// {"0": {"item": "q1", "ann": "yes"}}: a row of a table with the name of its item in it.
bool names_its_items(const Json& document) {
  if (document.size() < 3) return false;
  std::vector<std::string> names;  // of the first row; other rows have the same
  for (const auto& [name, value] : document.front().items()) {
    if (rank_of_name(name, kItemNames) >= 0 || rank_of_name(name, kTextNames) >= 0) names.push_back(name);
  }
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    std::set<std::string> values;
    return std::all_of(document.begin(), document.end(), [&](const Json& answers) {
      const Json* value = find_value(answers, name);
      return value != nullptr && values.insert(value->dump()).second;
    });
  });
}

}  // namespace

Recognition recognises_peerannot(const Source& source, const ImportOptions& options) {
  if (!is_object_of_labels(source)) return {};
  if (options.transpose) return {0.97, "an object of objects of labels, to be swapped"};
  if (holds_fields(source.document()) || names_its_items(source.document()) ||
      recognises_lewidi(source, options).confidence > 0)
    return {};
  JsonTable table(source);
  if (table.form() == JsonTable::Form::columns) return {};
  if (find_layout(table, profile_of(table), options).shape != JsonLayout::Shape::none) return {};
  std::vector<const Json*> objects;
  for (const Json& answers : source.document()) {
    if (objects.size() == kGlimpse) break;
    objects.push_back(&answers);
  }
  const NumberMeaning meaning = meaning_of_numbers("", objects);
  // Names that tell annotators from items tell labels from counts, too.
  const Nesting nesting = nesting_of(source.document());
  const bool told = nesting.outer == Outer::annotators;
  return recognised(meaning.labels > 0.3, told ? 0.95 : meaning.labels,
                    nesting.outer == Outer::unclear
                        ? fmt::format("labels by name, with {} as well where the outer names are annotators",
                                      option("transpose"))
                        : "an object of objects of labels");
}

ImportResult read_peerannot(const Source& source, const ImportOptions& options) {
  refuse_column_flags(options, "peerannot");
  VoteBuilder builder = builder_for(source, options);
  Audit& audit = builder.audit();
  const Json& document = named_records(source, "peerannot");
  for (const auto& [name, answers] : document.items()) {
    if (answers.is_object()) continue;
    fail("{}, item {}: of type {}, where an object of worker and label is wanted", audit.file,
         in_quotes(name), answers.type_name());
  }
  bool annotators_outside = options.transpose;
  const Nesting nesting = nesting_of(document);
  if (options.format == "auto" && !options.transpose) {
    if (nesting.outer == Outer::unclear) fail_unclear(source, nesting);
    annotators_outside = nesting.outer == Outer::annotators;
  }
  audit.plan.item = annotators_outside ? "inner names" : "outer names";
  audit.plan.annotator = annotators_outside ? "outer names" : "inner names";
  audit.plan.label = "values";
  const bool stated = options.format != "auto" || options.transpose;
  audit.remarks.push_back(fmt::format(
      "read as {}: {}", annotators_outside ? "{annotator: {item: label}}" : "{item: {annotator: label}}",
      stated ? "as told" : nesting.why));
  if (stated && nesting.outer == (annotators_outside ? Outer::items : Outer::annotators)) {
    audit.remarks.push_back(fmt::format("it looks the other way round: {}; {} swaps items and annotators",
                                        nesting.why, option("transpose")));
  }

  for (const auto& [outer, answers] : document.items()) {
    const std::string place =
        fmt::format("{}, {} {}", audit.file, annotators_outside ? "annotator" : "item", in_quotes(outer));
    check_name(outer, annotators_outside ? "the annotator" : "the item", place);
    if (!annotators_outside) builder.mention(outer);
    for (const auto& [inner, label] : answers.items()) {
      check_name(inner, annotators_outside ? "an item" : "a worker", place);
      if (!annotators_outside && is_aggregate(inner)) {
        audit.add("aggregate", place,
                  fmt::format("{} is made of votes; no vote was counted", in_quotes(inner)));
        continue;
      }
      const std::string text = label_text(label, "the label", place);
      if (annotators_outside)
        builder.add(inner, outer, text, place);
      else
        builder.add(outer, inner, text, place);
      ++audit.rows;
    }
  }
  return std::move(builder).build();
}

}  // namespace dissent
