// The JSON of the shared tasks on Learning with Disagreements: {item: {...}}, or such records in an array or
// in lines. In 2023 `annotations` and `annotators` are comma-separated texts in step; in 2025 `annotations`
// is {annotator: label}, and an annotator may give several labels. `hard_label` is the majority of the votes,
// not a gold label. Where no annotations are given out, the soft labels are read as probabilities.
#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/json_distribution.h"
#include "dissent/votes/json_path.h"
#include "dissent/votes/json_records.h"
#include "dissent/votes/json_shape.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

constexpr std::string_view kSoft = "soft_label";

// The record that tells the format: the first of named ones, or of a list.
const Json& telling_record(const Source& source) {
  const bool alone = source.kind() == Source::Kind::json && source.document().is_object() &&
                     find_key(source.document(), kSoft) != nullptr;
  return alone ? source.document() : source.first_record();
}

// {item: {...}}; anything else is a list of records.
bool is_named(const Source& source) {
  return source.kind() == Source::Kind::json && source.document().is_object() &&
         &telling_record(source) != &source.document();
}

class LewidiReader {
 public:
  LewidiReader(const Source& source, const ImportOptions& options)
      : source_(source), options_(options), builder_(builder_for(source, options)) {}

  ImportResult read() && {
    if (is_named(source_) || !is_json(source_)) {
      for (const auto& [item, record] : named_records(source_, "lewidi").items()) {
        place_ = fmt::format("{}, item {}", builder_.audit().file, in_quotes(item));
        check_name(item, "the item", place_);
        read_record(item, record);
      }
      describe("name of the record", "");
    } else {
      read_list();
    }
    if (given_.size() == 0 && soft_ > 0) return read_soft();
    state_classes();
    return std::move(builder_).build();
  }

 private:
  void read_list() {
    JsonTable table(source_);
    const JsonRole role = find_item(table, profile_of(table), options_, true);
    JsonRecords records(source_, "lewidi");
    while (records.next()) {
      place_ = records.place();
      const bool numbered = role.at == JsonAt::record_number;
      const Json* name = numbered ? nullptr : find_path(records.record(), role.path);
      if (!numbered && name == nullptr) fail("{}: no key {} for the item", place_, in_quotes(role.path));
      read_record(numbered ? std::to_string(records.number() - 1) : name_text(*name, "the item", place_),
                  records.record());
    }
    if (builder_.audit().rows == 0) fail("{}: no items; the file has no records", builder_.audit().file);
    if (role.at == JsonAt::record_number) {
      builder_.audit().remarks.emplace_back("records without an id are numbered from 0");
      describe("number of the record, from 0", "");
    } else {
      describe(fmt::format("key {}", in_quotes(role.path)), role.path);
    }
  }

  void read_record(const std::string& item, const Json& record) {
    const Json* annotations = find_value(record, "annotations");
    const Json* soft = find_value(record, kSoft);
    if (annotations == nullptr && soft == nullptr) (void)wanted_key(record, "annotations", place_);
    builder_.mention(item);
    ++builder_.audit().rows;
    votes_ = 0;
    if (annotations == nullptr) {
      // a test set before its labels are given out
    } else if (annotations->is_object()) {
      read_by_annotator(item, record, *annotations);
    } else if (annotations->is_string()) {
      read_in_step(item, record, annotations->get_ref<const std::string&>());
    } else {
      fail("{}: 'annotations' is of type {}, where a text or an object is wanted", place_,
           annotations->type_name());
    }
    if (const Json* stated = stated_number(record);
        stated != nullptr && votes_ > 0 && stated->get<std::int64_t>() != votes_) {
      builder_.audit().add(
          "number-of-annotations", place_,
          fmt::format("says {} where {} are listed; those listed are used", stated->dump(), votes_));
    }
    if (soft == nullptr || !soft->is_object()) return;
    for (const auto& [name, share] : soft->items()) {
      stated_.intern(name);
      nested_ |= share.is_object();
    }
    soft_ += soft->empty() ? 0 : 1;
  }

  // What is left where the annotations are withheld.
  ImportResult read_soft() const {
    if (nested_) {
      fail(
          "{}: no annotations, and 'soft_label' has a distribution for each of {}; read one of them: {} "
          "json-soft {} soft_label.{}",
          source_.path().string(), in_quotes(join(stated_.names().strings(), ", "), 120), option("format"),
          option("label-column"), stated_.names()[0]);
    }
    ImportOptions options = options_;
    options.format = "lewidi";
    options.label_column = kSoft;
    ImportResult result = read_distribution(source_, options, ByClass::shares);
    result.audit.remarks.emplace_back("no annotations: the soft labels are read as probabilities");
    return result;
  }

  void describe(std::string item, const std::string& path) {
    ImportPlan& plan = builder_.audit().plan;
    plan.item = std::move(item);
    const Json* annotations = find_value(telling_record(source_), "annotations");
    const bool in_step = annotations != nullptr && annotations->is_string();
    plan.annotator = in_step ? "key 'annotators'" : "keys in 'annotations'";
    plan.label = in_step ? "key 'annotations'" : "values of 'annotations'";
    if (!telling_record(source_).is_object()) return;
    for (const auto& [key, value] : telling_record(source_).items()) {
      if (key != "annotations" && key != "annotators" && key != path) plan.left_out.push_back(key);
    }
  }

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
  const ImportOptions& options_;
  VoteBuilder builder_;
  Interner stated_;  // class names in soft labels
  Interner given_;   // labels in annotations
  std::string place_;
  std::int64_t votes_ = 0;  // of the current item
  std::size_t soft_ = 0;    // items with a soft label
  bool nested_ = false;     // a soft label holds distributions
};

bool looks_like_lewidi(const Source& source) {
  if (!is_json(source)) return false;
  const Json& record = telling_record(source);
  const Json* annotations = find_value(record, "annotations");
  const Json* soft = find_value(record, kSoft);
  if (annotations != nullptr && (annotations->is_string() || annotations->is_object())) {
    return find_key(record, "annotators") != nullptr || soft != nullptr;
  }
  // Withheld annotations; what else such records have tells them from others with soft labels.
  return annotations == nullptr && soft != nullptr && soft->is_object() &&
         (find_key(record, "annotation task") != nullptr || find_key(record, "hard_label") != nullptr ||
          find_key(record, "number of annotations") != nullptr);
}

}  // namespace

Recognition recognises_lewidi(const Source& source, const ImportOptions& /*options*/) {
  return recognised(looks_like_lewidi(source), 0.98, "records with annotations and annotators");
}

ImportResult read_lewidi(const Source& source, const ImportOptions& options) {
  refuse_column_flags(options, "lewidi");
  refuse_transpose(options, "lewidi");
  return LewidiReader(source, options).read();
}

}  // namespace dissent
