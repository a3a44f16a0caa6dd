// peerannot's answers.json: {item: {worker: label}}, the labels being class numbers or names.
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/json_records.h"

namespace dissent {
namespace {

constexpr std::size_t kGlimpse = 100;  // items looked at to recognise the shape

bool is_label(const Json& value) {
  return value.is_number_integer() || value.is_string();
}

}  // namespace

// The barest of shapes, so the look is strict: items of integers or of texts, nothing else among them.
bool recognises_peerannot(const Source& source) {
  if (source.kind() != Source::Kind::json || !source.document().is_object()) return false;
  std::size_t looked = 0;
  const Json* first = nullptr;
  for (const Json& answers : source.document()) {
    if (looked++ == kGlimpse) break;
    if (!answers.is_object()) return false;
    for (const Json& label : answers) {
      if (first == nullptr) first = &label;
      if (!is_label(label) || label.is_string() != first->is_string()) return false;
    }
  }
  return first != nullptr;
}

ImportResult read_peerannot(const Source& source, const ImportOptions& options) {
  refuse_column_flags(options, "peerannot");
  VoteBuilder builder = builder_for(source, options);
  for (const auto& [item, answers] : named_records(source, "peerannot").items()) {
    const std::string place = fmt::format("{}, item {}", builder.audit().file, in_quotes(item));
    if (!answers.is_object()) {
      fail("{}: of type {}, where an object of worker and label is wanted", place, answers.type_name());
    }
    check_name(item, "the item", place);
    builder.mention(item);
    for (const auto& [worker, label] : answers.items()) {
      check_name(worker, "a worker", place);
      builder.add(item, worker, label_text(label, "the label", place), place);
      ++builder.audit().rows;
    }
  }
  return std::move(builder).build();
}

}  // namespace dissent
