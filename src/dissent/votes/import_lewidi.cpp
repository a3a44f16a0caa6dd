// The JSON of the shared tasks on Learning with Disagreements: {item: {...}}. In 2023 `annotations` and
// `annotators` are comma-separated texts in step; in 2025 `annotations` is {annotator: label}, and an
// annotator may give several labels. `hard_label` is the majority of the votes, not a gold label.
#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/json_records.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

class LewidiReader {
 public:
  LewidiReader(const Source& source, const ImportOptions& options)
      : source_(source), builder_(builder_for(source, options)) {}

  ImportResult read() && {
    for (const auto& [item, record] : named_records(source_, "lewidi").items()) {
      place_ = fmt::format("{}, item {}", builder_.audit().file, in_quotes(item));
      check_name(item, "the item", place_);
      const Json& annotations = wanted_key(record, "annotations", place_);
      builder_.mention(item);
      ++builder_.audit().rows;
      votes_ = 0;
      if (annotations.is_object()) {
        read_by_annotator(item, record, annotations);
      } else if (annotations.is_string()) {
        read_in_step(item, record, annotations.get_ref<const std::string&>());
      } else {
        fail("{}: 'annotations' is of type {}, where a text or an object is wanted", place_,
             annotations.type_name());
      }
      if (const Json* stated = stated_number(record);
          stated != nullptr && votes_ > 0 && stated->get<std::int64_t>() != votes_) {
        builder_.audit().add(
            "number-of-annotations", place_,
            fmt::format("says {} where {} are listed; those listed are used", stated->dump(), votes_));
      }
      if (const Json* soft = find_key(record, "soft_label"); soft != nullptr && soft->is_object()) {
        for (const auto& [name, share] : soft->items()) stated_.intern(name);
      }
    }
    state_classes();
    return std::move(builder_).build();
  }

 private:
  void read_in_step(const std::string& item, const Json& record, const std::string& annotations) {
    if (trim(annotations).empty()) return;  // a test set before its labels are given out
    const std::vector<std::string> labels = split(annotations, ',');
    const std::vector<std::string> annotators = annotator_names(record);
    if (labels.size() != annotators.size()) {
      fail("{}: {} annotations of {} annotators; the two lists must be of one length", place_, labels.size(),
           annotators.size());
    }
    for (std::size_t i = 0; i < labels.size(); ++i) vote(item, trim(annotators[i]), labels[i]);
  }

  void read_by_annotator(const std::string& item, const Json& record, const Json& annotations) {
    if (annotations.empty()) return;
    if (find_value(record, "annotators") != nullptr) {
      // An annotator who gave two labels is listed twice here.
      std::vector<std::string> listed = annotator_names(record);
      std::sort(listed.begin(), listed.end());
      listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
      if (listed.size() != annotations.size()) {
        fail("{}: annotations of {} annotators, and {} listed in 'annotators'", place_, annotations.size(),
             listed.size());
      }
    }
    for (const auto& [annotator, answer] : annotations.items()) {
      const std::vector<std::string> labels = split(label_text(answer, "an annotation", place_), ',');
      if (labels.size() > 1) note_several_labels(builder_.audit(), place_);
      for (const std::string& label : labels) vote(item, annotator, label);
    }
  }

  std::vector<std::string> annotator_names(const Json& record) const {
    const Json& names = wanted_key(record, "annotators", place_);
    if (!names.is_string()) {
      fail("{}: 'annotators' is of type {}, where a comma-separated text is wanted", place_,
           names.type_name());
    }
    return split(names.get_ref<const std::string&>(), ',');
  }

  void vote(std::string_view item, std::string_view annotator, std::string_view label) {
    check_name(annotator, "an annotator", place_);
    builder_.add(item, annotator, label, place_);
    ++votes_;
    if (!is_missing_label(label)) given_.intern(trim(label));
  }

  static const Json* stated_number(const Json& record) {
    const Json* number = find_key(record, "number of annotations");
    if (number == nullptr) number = find_key(record, "number_of_annotations");
    return number != nullptr && number->is_number_integer() ? number : nullptr;
  }

  // The soft labels name the whole scale, also what nobody chose. Not where they speak of something else than
  // the annotations, e.g. graded annotations with a yes-no soft label.
  void state_classes() {
    const ClassSpace scale = classes_from_labels(stated_.names().strings());
    for (std::size_t i = 0; i < given_.size(); ++i) {
      if (class_index(scale, given_.names()[i]) < 0) return;
    }
    builder_.set_classes(scale.names);
  }

  const Source& source_;
  VoteBuilder builder_;
  Interner stated_;  // class names in soft labels
  Interner given_;   // labels in annotations
  std::string place_;
  std::int64_t votes_ = 0;  // of the current item
};

}  // namespace

bool recognises_lewidi(const Source& source) {
  if (source.kind() != Source::Kind::json || !source.document().is_object()) return false;
  const Json* annotations = find_key(source.first_record(), "annotations");
  return annotations != nullptr && (annotations->is_string() || annotations->is_object()) &&
         (find_key(source.first_record(), "annotators") != nullptr ||
          find_key(source.first_record(), "soft_label") != nullptr);
}

ImportResult read_lewidi(const Source& source, const ImportOptions& options) {
  refuse_column_flags(options, "lewidi");
  return LewidiReader(source, options).read();
}

}  // namespace dissent
