#include "dissent/votes/json_layout.h"

#include <algorithm>
#include <array>
#include <optional>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/json_choices.h"
#include "dissent/votes/json_doubts.h"
#include "dissent/votes/json_items.h"
#include "dissent/votes/json_lists.h"
#include "dissent/votes/json_names.h"
#include "dissent/votes/json_nesting.h"
#include "dissent/votes/json_numbers.h"
#include "dissent/votes/json_path.h"
#include "dissent/votes/json_people.h"
#include "dissent/votes/json_wide.h"

namespace dissent {
namespace {

using At = JsonLayout::At;
using Role = JsonLayout::Role;
using Shape = JsonLayout::Shape;

class Finder {
 public:
  Finder(const JsonTable& table, const JsonProfile& profile, const ImportOptions& options)
      : table_(table), profile_(profile), options_(options) {}

  JsonLayout find() {
    const bool settings = options_.label_column.empty() && describes_a_model(profile_);
    if (profile_.records == 0 || settings) return {};
    find_annotator();
    if (!options_.label_column.empty()) return finished(told());
    if (options_.annotator_column.find_first_of(",*") != std::string::npos)
      return finished(find_wide(table_, profile_, options_, annotator_));
    JsonLayout votes = annotator_.at == At::key ? vote() : JsonLayout{};
    if (votes.shape != Shape::none && votes.confidence >= 0.8) return finished(std::move(votes));
    JsonLayout inside = list();
    if (inside.shape == Shape::none) inside = find_wide(table_, profile_, options_, annotator_);
    if (inside.shape != Shape::none) return finished(std::move(inside));
    if (votes.shape == Shape::none && annotator_.at != At::key) votes = vote();
    if (annotator_.at != At::key) ask_about_shared_values(votes, table_, profile_, options_);
    return finished(std::move(votes));
  }

 private:
  void find_annotator() {
    if (!options_.annotator_column.empty()) {
      annotator_ = {At::key, options_.annotator_column};
      return;
    }
    const JsonPath* named = best_named(profile_, kAnnotatorNames, any_path);
    if (named != nullptr) {
      annotator_ = {At::key, named->path};
      return;
    }
    const Role item = find_item(table_, profile_, options_, false);
    const std::string person = item.at == At::key ? find_person(profile_, item.path) : "";
    if (!person.empty()) annotator_ = {At::key, person};
  }

  // The label is told: what stands there gives the shape.
  JsonLayout told() {
    const std::string& path = options_.label_column;
    JsonLayout layout;
    layout.label = path;
    layout.confidence = 0.9;
    layout.why = "a key of labels is named";
    // "annotations.value": a key of the elements of a list.
    for (std::size_t dot = path.find('.'); dot != std::string::npos && profile_.find(path) == nullptr;
         dot = path.find('.', dot + 1)) {
      const JsonPath* list = profile_.find(path.substr(0, dot));
      if (list == nullptr || !list->is_object_list()) continue;
      return as_objects(path.substr(0, dot), 0.9, path.substr(dot + 1));
    }
    if (table_.form() == JsonTable::Form::lists && profile_.find(path) == nullptr) {
      const std::string list(JsonTable::kList);
      if (profile_of_elements(profile_, list).find(path) != nullptr) return as_objects(list, 0.9, path);
    }
    const std::vector<std::string> keys = paths_of(path);
    if (keys.size() > 1 && std::all_of(keys.begin(), keys.end(), [&](const std::string& key) {
          return profile_.find(key) != nullptr && profile_.find(key)->is_scalar();
        })) {
      layout.one_hot = keys;
      return as_vote(std::move(layout));
    }
    for (const Json& record : profile_.sample) {
      const Json* value = find_path(record, path);
      if (value == nullptr || value->is_null() || (value->is_structured() && value->empty())) continue;
      if (value->is_primitive()) return as_vote(std::move(layout));
      if (value->is_object() && are_choices(profile_, path)) {
        layout.choices = true;
        layout.ratings = are_ratings(profile_, path);
        return as_vote(std::move(layout));
      }
      if (value->is_object()) {
        const double labels = meaning_at(profile_, path).labels;
        if (labels == 0 && options_.format == "auto") return {};
        layout.confidence = std::max(labels, 0.01);
        return as_named(std::move(layout));
      }
      if (value->front().is_object()) return as_objects(path, 0.9);
      return as_list(std::move(layout));
    }
    return {};
  }

  JsonLayout as_vote(JsonLayout layout) {
    layout.shape = Shape::vote;
    layout.annotator = annotator_;
    layout.item = find_item(table_, profile_, options_, false);
    return layout;
  }

  // Where the record names one annotator, the list is of what this one chose.
  JsonLayout as_list(JsonLayout layout) {
    const bool one = annotator_.at == At::key && find_list(annotator_.path) == nullptr;
    const Role item = find_item(table_, profile_, options_, true);
    const bool nameless = find_item(table_, profile_, options_, false).at == At::unknown;
    if (one && (nameless || find_list(options_.item_column) != nullptr)) {
      layout.shape = Shape::list;
      layout.annotator = annotator_;
      layout.item = item_in_step(profile_, layout.label, item);
      return layout;
    }
    if (one && (!options_.annotator_column.empty() || !repeats_within_a_list(profile_, layout.label))) {
      return as_vote(std::move(layout));
    }
    layout.shape = Shape::list;
    layout.item = item;
    const JsonPath* annotators = find_list(options_.annotator_column);
    for (const JsonPath& path : profile_.paths) {
      if (annotators != nullptr || !path.is_scalar_list() || path.path == layout.label) continue;
      const bool in_step =
          rank_of_path(path.path, kAnnotatorNames) >= 0 && are_in_step(profile_, layout.label, path.path);
      if (in_step || is_plural_annotator(path.path)) annotators = &path;
    }
    if (annotators != nullptr) layout.annotator = {At::list_key, annotators->path};
    if (annotators == nullptr && options_.format == "auto" && are_sets(profile_, layout.label)) {
      layout.question = fmt::format(
          "no label stands twice in a list of {}, so that these are several labels of one person and no "
          "votes "
          "of several; {} json-votes counts each as a vote",
          in_quotes(layout.label), option("format"));
    }
    return layout;
  }

  const JsonPath* find_list(std::string_view path) const {
    const JsonPath* found = path.empty() ? nullptr : profile_.find(path);
    return found != nullptr && found->is_scalar_list() ? found : nullptr;
  }

  // {annotator: label} in a record; where the record is an annotator's, {item: label}.
  JsonLayout as_named(JsonLayout layout) {
    layout.shape = Shape::named;
    if (annotator_.at == At::key) {
      layout.annotator = annotator_;
      layout.item = {At::inner_name, ""};
      // Where both are known, the members are questions, and one of them is to be chosen.
      const Role item = find_item(table_, profile_, options_, false);
      if (item.at == At::key && rank_of_path(item.path, kItemNames) >= 0) {
        for (const JsonPath& path : profile_.paths) {
          if (path.path.starts_with(layout.label + ".")) layout.candidates.push_back(path.path);
        }
      }
      return layout;
    }
    layout.annotator = {At::inner_name, ""};
    layout.item = find_item(table_, profile_, options_, true);
    if (options_.item_column.empty() && !options_.transpose) turn_round(layout, profile_, options_);
    return layout;
  }

  // A list of objects: `label` is told, or found by name, or the only thing beside the annotator.
  JsonLayout as_objects(const std::string& list, double confidence, const std::string& label = "") {
    const JsonProfile inner = profile_of_elements(profile_, list);
    JsonLayout layout;
    layout.label = list;
    layout.confidence = confidence;
    layout.why = fmt::format("a list {} of votes in a record", in_quotes(list));
    const std::string& told = options_.annotator_column;
    const JsonPath* annotator =
        told.empty() ? best_named(inner, kAnnotatorNames, any_path) : inner.find(inside(list, told));
    if (told.empty() && annotator == nullptr && annotator_.at == At::unknown)
      annotator = inner.find(find_person_inside(profile_, list, inner));
    if (label.empty() && options_.label_column.empty() && are_marks(inner)) return {};
    // {"user": "ann", "tasks": [{"id": "q1"}], "solutions": [{"label": "yes"}]}
    const bool others = annotator == nullptr && annotator_.at == At::key;
    const std::string in_step = others ? items_in_step(profile_, list, options_.item_column) : "";
    std::vector<const JsonPath*> labels;
    for (const JsonPath& path : inner.paths) {
      if (&path != annotator && (path.is_scalar() || path.is_scalar_list()) && !is_other(path) &&
          rank_of_path(path.path, kLabelNames) >= 0 && !is_free_text(path)) {
        labels.push_back(&path);
      }
    }
    if (!label.empty()) {
      layout.inner_label = label;
    } else if (labels.size() == 1) {
      layout.inner_label = labels.front()->path;
    } else if (labels.size() > 1) {
      for (const JsonPath* path : labels) layout.candidates.push_back(list + "." + path->path);
    } else {
      for (const JsonPath& path : inner.paths) {
        const bool deep = path.depth > (in_step.empty() ? 1 : 2);
        if (&path == annotator || !path.is_scalar() || deep || is_other(path)) continue;
        const bool constant = path.distinct.size() < 2 && inner.records >= 4;
        if (rank_of_path(path.path, kItemNames) < 0 && path.distinct.size() * 2 <= path.values + 2 &&
            !constant)
          layout.candidates.push_back(list + "." + path.path);
      }
      if ((annotator == nullptr && in_step.empty()) || layout.candidates.empty()) return {};
      if (layout.candidates.size() == 1) {
        layout.inner_label = layout.candidates.front().substr(list.size() + 1);
        layout.candidates.clear();
      }
      layout.confidence = std::min(confidence, 0.6);
    }
    if (annotator == nullptr && options_.label_column.empty() && !layout.inner_label.empty() &&
        offers_answers(profile_, list, layout.inner_label)) {
      return {};
    }
    layout.shape = Shape::objects;
    if (annotator != nullptr)
      layout.annotator = {At::inner_key, annotator->path};
    else
      layout.annotator = annotator_;
    layout.item = find_item(table_, profile_, options_, true);
    // The list of an annotator, or of nobody: each of its votes names its item.
    const JsonPath* item =
        best_named(inner, kItemNames, [](const JsonPath& path) { return !is_bare_id(path); });
    if (item == nullptr && !in_step.empty()) {
      layout.item_list = in_step.substr(0, in_step.rfind('.'));
      layout.item = {At::list_key, in_step.substr(in_step.rfind('.') + 1)};
    } else if (item != nullptr && options_.item_column.empty() &&
               (others || layout.item.at == At::record_number)) {
      layout.item = {At::inner_key, item->path};
    } else if (others && options_.annotator_column.empty() &&
               repeats_within_a_list(profile_, list, layout.inner_label)) {
      layout.annotator = {};  // somebody else's name, such as the author's
    }
    if (const JsonPath* told_item = inner.find(inside(list, options_.item_column)))
      layout.item = {At::inner_key, told_item->path};
    else if (table_.form() == JsonTable::Form::lists)
      name_lists(layout, profile_, inner, options_);
    if (layout.annotator.at == At::unknown && layout.candidates.empty())
      remark_person(layout, possible_person_inside(profile_, list, inner, layout.inner_label));
    return layout;
  }

  static std::string inside(const std::string& list, const std::string& path) {
    return path.starts_with(list + ".") ? path.substr(list.size() + 1) : path;
  }

  // Lists of labels and objects by annotator, of which there must be one.
  JsonLayout list() {
    std::vector<JsonLayout> found;
    for (const JsonPath& path : profile_.paths) {
      if (std::optional<JsonLayout> layout = list_at(path)) found.push_back(std::move(*layout));
    }
    if (found.empty()) return by_content();
    JsonLayout layout = found.front();
    if (found.size() > 1) {
      layout.candidates.clear();
      for (const JsonLayout& other : found) layout.candidates.push_back(other.label);
    }
    return layout;
  }

  std::optional<JsonLayout> list_at(const JsonPath& path) {
    const bool named = rank_of_name(path.path.substr(path.path.rfind('.') + 1), kLabelLists) >= 0;
    JsonLayout layout;
    layout.label = path.path;
    layout.why = fmt::format("labels under {}", in_quotes(path.path));
    if (path.is_object_list()) {
      JsonLayout inside = as_objects(path.path, named ? 0.8 : 0.7);
      if (inside.shape == Shape::none) return std::nullopt;
      return inside;
    }
    if (!named) return std::nullopt;
    if (path.is_scalar_list()) {
      layout = as_list(std::move(layout));
      const bool nobody = layout.annotator.at == At::unknown;
      if (nobody && (is_no_answer(profile_, path) || meaning_of_lists(profile_, path.path).counts >= 0.8))
        return std::nullopt;
      layout.confidence = nobody ? 0.75 : 0.8;
      if (layout.annotator.at == At::list_key && layout.shape == Shape::list &&
          !are_in_step(profile_, layout.label, layout.annotator.path)) {
        return std::nullopt;
      }
      return layout;
    }
    if (!path.is_object()) return std::nullopt;
    const NumberMeaning meaning = meaning_at(profile_, path.path);
    if (meaning.labels < 0.5) return std::nullopt;
    layout = as_named(std::move(layout));
    layout.confidence = std::min(0.8, meaning.labels);
    layout.why = fmt::format("{} under {}", meaning.why, in_quotes(path.path));
    return layout;
  }

  // A list of few different values under a name of its own.
  JsonLayout by_content() {
    JsonLayout found;
    std::vector<std::string> candidates;
    for (const JsonPath& path : profile_.paths) {
      if (!path.is_scalar_list() || path.depth > 2 || path.fractions || is_plural_annotator(path.path))
        continue;
      if (is_no_answer(profile_, path) || path.distinct.size() * 3 > path.values ||
          path.distinct.size() > 50 || is_plural_item(path.path) ||
          meaning_of_lists(profile_, path.path).counts >= 0.8) {
        continue;
      }
      candidates.push_back(path.path);
    }
    if (candidates.empty()) return found;
    found.label = candidates.front();
    found.confidence = 0.6;
    found.why = fmt::format("lists of few different values under {}", in_quotes(found.label));
    found = as_list(std::move(found));
    if (candidates.size() > 1) found.question = question_of_keys(candidates);
    return found;
  }

  JsonLayout vote() {
    JsonLayout layout;
    layout.item = find_item(table_, profile_, options_, false);
    if (layout.item.at == At::unknown) return {};
    std::vector<const JsonPath*> labels = named_labels(profile_, layout.item.path, annotator_.path);
    layout.confidence = annotator_.at == At::key ? 0.82 : 0.6;
    layout.why = "keys named like item and label";
    if (labels.empty()) {
      for (const JsonPath& path : profile_.paths) {
        if (path.is_object() && are_choices(profile_, path.path)) labels.push_back(&path);
      }
      layout.choices = !labels.empty();
      layout.why = "what was chosen in an object of names";
    }
    if (labels.empty()) {
      if (annotator_.at != At::key) return {};
      labels = unnamed_labels(profile_, layout.item.path, annotator_.path);
      layout.confidence = 0.6;
      layout.why = "keys named like item and annotator, and one beside them";
    }
    if (labels.empty()) return {};
    layout.label = labels.front()->path;
    layout.ratings = layout.choices && are_ratings(profile_, layout.label);
    if (labels.size() > 1) layout.one_hot = one_hot_keys(profile_, labels);
    if (!layout.one_hot.empty()) {
      layout.label = join(layout.one_hot, ",");
      layout.why = "keys of which one is set";
    } else if (labels.size() > 1) {
      layout.confidence = std::min(layout.confidence, 0.55);
      for (const JsonPath* path : labels) layout.candidates.push_back(path->path);
    }
    if (labels.size() == 1 && labels.front()->is_scalar_list() &&
        repeats_within_a_list(profile_, layout.label)) {
      return as_list(std::move(layout));
    }
    // One label an item and nobody who gave it may as well be the truth.
    const JsonPath* item = profile_.find(layout.item.path);
    const bool once = item == nullptr || item->differs_everywhere();
    if (annotator_.at != At::key && once) layout.confidence = std::min(layout.confidence, 0.5);
    layout.shape = Shape::vote;
    layout.annotator = annotator_;
    return layout;
  }

  JsonLayout finished(JsonLayout layout) const {
    if (layout.shape == Shape::none) return layout;
    look_again(layout, profile_, options_);
    const JsonPath* gold = best_named(profile_, kGoldNames, any_path);
    if (gold != nullptr && gold->path != layout.label) layout.gold = gold->path;
    std::vector<std::string> read = {layout.item.path, layout.annotator.path, layout.label, layout.gold};
    read.insert(read.end(), layout.wide.begin(), layout.wide.end());
    layout.left_out = keys_not_read(profile_, read);
    layout.left_out.insert(layout.left_out.end(), table_.beside().begin(), table_.beside().end());
    return layout;
  }

  const JsonTable& table_;
  const JsonProfile& profile_;
  const ImportOptions& options_;
  Role annotator_;  // a key of the record
};

}  // namespace

JsonLayout find_layout(const JsonTable& table, const JsonProfile& profile, const ImportOptions& options) {
  return Finder(table, profile, options).find();
}

}  // namespace dissent
