// JSON records of any tool: a record a vote, or a record an item with its votes in a list, in an object or
// under a key an annotator. The keys are found by json_layout, or named by options.
#include <algorithm>
#include <array>
#include <memory>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/json_choices.h"
#include "dissent/votes/json_distribution.h"
#include "dissent/votes/json_items.h"
#include "dissent/votes/json_layout.h"
#include "dissent/votes/json_path.h"
#include "dissent/votes/json_records.h"
#include "dissent/votes/json_shape.h"
#include "dissent/votes/json_words.h"

namespace dissent {
namespace {

using At = JsonLayout::At;
using Shape = JsonLayout::Shape;

class JsonVotesReader {
 public:
  JsonVotesReader(const Source& source, const ImportOptions& options)
      : source_(source), options_(options), table_(source), builder_(builder_for(source, options)) {}

  ImportResult read() && {
    const JsonProfile profile = profile_of(table_);
    layout_ = find_layout(table_, profile, options_);
    check(profile);
    while (table_.next()) {
      place_ = table_.place();
      if (layout_.shape != Shape::objects && layout_.shape != Shape::named) ++builder_.audit().rows;
      read_record(table_.record());
    }
    describe_layout(layout_, table_, options_, by_annotator_, builder_.audit());
    return std::move(builder_).build();
  }

 private:
  void check(const JsonProfile& profile) {
    const std::string file = source_.path().string();
    if (!layout_.question.empty()) fail("{}: {}", file, layout_.question);
    if (layout_.shape == Shape::none) {
      if (!options_.label_column.empty()) fail_unknown_key(profile);
      fail_no_votes(source_, options_);
    }
    if (!layout_.candidates.empty()) {
      fail("{}: {} keys could be the label: {}; choose one with {}", file, layout_.candidates.size(),
           in_quotes(join(layout_.candidates, ", "), 200), option("label-column"));
    }
    if (layout_.item.at == At::unknown) {
      fail("{}: no key for the item among {}; name it with {}", file,
           in_quotes(join(profile.keys(), ", "), 200), option("item-column"));
    }
    by_annotator_ =
        options_.transpose && table_.form() == JsonTable::Form::lists && layout_.annotator.at == At::unknown;
    if (table_.form() == JsonTable::Form::lists && !by_annotator_ && options_.format == "auto") {
      refuse_lists_by_annotator();
    }
    if (options_.transpose && layout_.annotator.at == At::unknown && !by_annotator_) {
      fail("{}: {}: the file has no annotators to swap the items with; leave it out", file,
           option("transpose"));
    }
    const std::array<std::string_view, 3> paths = {layout_.item.path, layout_.annotator.path, layout_.label};
    for (std::size_t i = 0; i < paths.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (paths[i].empty() || paths[i] != paths[j]) continue;
        if (layout_.item.at == At::inner_key || layout_.annotator.at == At::inner_key) continue;
        fail("{}: key {} cannot serve twice; name {}, {} and {}", file, in_quotes(paths[i]),
             option("item-column"), option("annotator-column"), option("label-column"));
      }
    }
  }

  // {"ann": [1, 0, 1], "bob": [0, 0, 1]} may be what each annotator said of the same items in their order.
  void refuse_lists_by_annotator() {
    if (layout_.annotator.at != At::unknown) return;
    std::size_t names = 0, people = 0, items = 0, length = 0;
    bool same_length = true;
    while (table_.next()) {
      ++names;
      people += looks_like_annotator(table_.name());
      items += looks_like_item(table_.name());
      const std::size_t own = table_.record().front().size();
      same_length &= length == 0 || own == length;
      length = own;
    }
    table_.rewind();
    const bool square = same_length && length >= 2 * names && items * 2 <= names;
    if (people * 2 <= names && !square) return;
    fail(
        "{}: {} lists of labels by name: say {} json-votes where the names are items, and {} as well where "
        "they "
        "are annotators and the lists go by item",
        source_.path().string(), names, option("format"), option("transpose"));
  }

  [[noreturn]] void fail_unknown_key(const JsonProfile& profile) const {
    if (profile.records == 0) fail_no_votes(source_, options_);
    if (profile.find(options_.label_column) != nullptr) fail_no_label(profile);
    std::vector<std::string_view> known;
    for (const JsonPath& path : profile.paths) {
      if (known.size() < 40) known.push_back(path.path);
    }
    fail("{}: {}: {}", source_.path().string(), option("label-column"),
         unknown_name("key", options_.label_column, known));
  }

  // The key is there, and what it holds is no label.
  [[noreturn]] void fail_no_label(const JsonProfile& profile) const {
    const std::string& key = options_.label_column;
    std::vector<std::string> inside;
    for (const JsonPath& path : profile.paths) {
      if (path.path.starts_with(key + ".") && path.depth > 1 && inside.size() < 10)
        inside.push_back(path.path);
    }
    fail("{}: {}: what key {} holds is no label{}", source_.path().string(), option("label-column"),
         in_quotes(key),
         inside.empty() ? "" : fmt::format("; name a key inside: {}", in_quotes(join(inside, ", "), 200)));
  }

  void read_record(const Json& record) {
    if (item_is_of_record()) item_ = item_of(record);
    if (layout_.annotator.at == At::record_name) {
      check_name(table_.name(), "the annotator", place_);
      annotator_ = table_.name();
    }
    if (layout_.annotator.at == At::key) {
      annotator_ = name_at(record, layout_.annotator.path, "the annotator", "annotator-column");
    }
    if (item_is_of_record() && !options_.transpose) {
      builder_.mention(item_);
      note_repeated();
    }
    const Json* value = layout_.shape == Shape::wide ? nullptr : find_path(record, layout_.label);
    switch (layout_.shape) {
      case Shape::vote:
        if (layout_.one_hot.empty())
          read_answer(value);
        else
          read_one_hot(record);
        break;
      case Shape::list:
        read_list(record, value);
        break;
      case Shape::objects:
        read_objects(record, value);
        break;
      case Shape::named:
        read_named(value);
        break;
      case Shape::wide:
        read_wide(record);
        break;
      case Shape::none:
        break;
    }
    if (layout_.gold.empty() || !item_is_of_record() || options_.transpose) return;
    const Json* gold = find_path(record, layout_.gold);
    if (gold != nullptr && gold->is_primitive() && !gold->is_null()) {
      builder_.set_gold(item_, scalar_text(*gold, "the gold label", place_));
    }
  }

  bool item_is_of_record() const {
    return layout_.item.at == At::key || layout_.item.at == At::record_name ||
           layout_.item.at == At::record_number;
  }

  // A record that holds all votes on an item comes once; a second one may be of another item.
  void note_repeated() {
    if (layout_.shape == Shape::vote || layout_.annotator.at == At::key || layout_.item.at != At::key) return;
    const std::size_t before = seen_.size();
    if (seen_.intern(item_) == before) return;
    builder_.audit().add(
        "repeated-item", place_,
        fmt::format("an earlier record has the same item, and the votes of both are put together; {} names "
                    "another key",
                    option("item-column")));
  }

  std::string item_of(const Json& record) const {
    if (layout_.item.at == At::record_name) {
      check_name(table_.name(), "the item", place_);
      return table_.name();
    }
    if (layout_.item.at == At::record_number) return std::to_string(table_.number() - 1);
    return item_name(record, layout_.item.path, place_);
  }

  std::string name_at(const Json& record, const std::string& path, std::string_view what,
                      std::string_view key) const {
    const Json* value = find_path(record, path);
    if (value == nullptr || value->is_null()) {
      fail("{}: no key {} for {}; give every record one, leave such records out, or name another key with {}",
           place_, in_quotes(path), what, option(key));
    }
    return name_text(*value, what, place_);
  }

  // One annotator's answer: a label, several of them, or none.
  void read_answer(const Json* value) {
    if (value == nullptr || value->is_null()) {
      vote("");
      return;
    }
    if (layout_.choices && value->is_object()) {
      std::vector<std::string> chosen;
      for (const auto& [name, set] : value->items()) {
        if (is_set(set)) chosen.push_back(layout_.ratings ? scalar_text(set, "the label", place_) : name);
      }
      read_chosen(chosen);
      return;
    }
    if (!value->is_array()) {
      vote(label_text(*value, "the label", place_));
      return;
    }
    if (value->empty()) builder_.audit().add("no-choice", place_, "an answer without a label; no vote");
    if (value->size() > 1) note_several_labels(builder_.audit(), place_);
    for (const Json& label : *value) vote(label_text(label, "a label", place_));
  }

  void read_one_hot(const Json& record) {
    std::vector<std::string> chosen;
    for (const std::string& key : layout_.one_hot) {
      const Json* set = find_path(record, key);
      if (set != nullptr && is_set(*set)) chosen.push_back(key);
    }
    read_chosen(chosen);
  }

  void read_chosen(const std::vector<std::string>& labels) {
    if (labels.empty()) builder_.audit().add("no-choice", place_, "an answer without a label; no vote");
    if (labels.size() > 1) note_several_labels(builder_.audit(), place_);
    for (const std::string& label : labels) vote(label);
  }

  void read_list(const Json& record, const Json* labels) {
    if (labels == nullptr || labels->is_null()) return;
    if (!labels->is_array()) {
      fail("{}: {} is of type {}, where a list of labels is wanted", place_, in_quotes(layout_.label),
           labels->type_name());
    }
    const Json* annotators = list_in_step(record, *labels, layout_.annotator, "annotators");
    const Json* items = list_in_step(record, *labels, layout_.item, "items");
    if (layout_.item.at == At::list_number) check_length(labels->size());
    for (std::size_t i = 0; i < labels->size(); ++i) {
      if (by_annotator_) annotator_ = std::to_string(i);
      if (annotators != nullptr) annotator_ = name_text((*annotators)[i], "an annotator", place_);
      if (layout_.item.at == At::list_number) item_ = std::to_string(i);
      if (items != nullptr) item_ = name_text((*items)[i], "an item", place_);
      vote(label_text((*labels)[i], "a label", place_));
    }
  }

  // The list beside the labels that a role names; null where it names none.
  const Json* list_in_step(const Json& record, const Json& labels, const JsonRole& role,
                           std::string_view what) const {
    if (role.at != At::list_key || labels.empty()) return nullptr;
    const Json* list = find_path(record, role.path);
    const std::size_t number = list == nullptr || !list->is_array() ? 0 : list->size();
    if (number == labels.size()) return list;
    fail("{}: {} labels in {} and {} {} in {}; the two lists must be of one length", place_, labels.size(),
         in_quotes(layout_.label), number, what, in_quotes(role.path));
  }

  // Items that only have a number are the same in all lists where all lists are of one length.
  void check_length(std::size_t labels) {
    if (length_ == 0) length_ = labels;
    if (length_ == labels) return;
    fail(
        "{}: {} labels, and {} in the records before, of items that have no names; give every record a list "
        "of items, and name it with {}",
        place_, labels, length_, option("item-column"));
  }

  void read_objects(const Json& record, const Json* votes) {
    if (votes == nullptr || votes->is_null()) return;
    if (!votes->is_array()) {
      fail("{}: {} is of type {}, where a list of votes is wanted", place_, in_quotes(layout_.label),
           votes->type_name());
    }
    const JsonRole beside = {layout_.item.at, layout_.item_list};
    const Json* items = list_in_step(record, *votes, beside, "items");
    std::size_t place = 0;
    for (const Json& element : *votes) {
      const std::size_t at = place++;
      ++builder_.audit().rows;
      if (!element.is_object()) {
        fail("{}: an element of {} is of type {}, where an object is wanted", place_,
             in_quotes(layout_.label), element.type_name());
      }
      if (items != nullptr) item_ = name_at((*items)[at], layout_.item.path, "the item", "item-column");
      if (layout_.item.at == At::inner_key)
        item_ = name_at(element, layout_.item.path, "the item", "item-column");
      if (layout_.annotator.at == At::inner_key) {
        annotator_ = name_at(element, layout_.annotator.path, "the annotator", "annotator-column");
      }
      read_answer(find_path(element, layout_.inner_label));
    }
  }

  void read_named(const Json* votes) {
    if (votes == nullptr || votes->is_null()) return;
    if (!votes->is_object()) {
      fail("{}: {} is of type {}, where an object of votes is wanted", place_, in_quotes(layout_.label),
           votes->type_name());
    }
    for (const auto& [name, answer] : votes->items()) {
      ++builder_.audit().rows;
      if (passes_over(name)) continue;
      std::string& inner = layout_.item.at == At::inner_name ? item_ : annotator_;
      inner = name;
      check_name(inner, "a name", place_);
      read_answer(&answer);
    }
  }

  // Members of an object of votes that are none.
  bool passes_over(const std::string& name) {
    if (layout_.annotator.at == At::inner_name && is_aggregate(name)) {
      builder_.audit().add("aggregate", place_,
                           fmt::format("{} is made of votes; no vote was counted", in_quotes(name)));
      return true;
    }
    if (!layout_.items_by_look || looks_like_item(name)) return false;
    builder_.audit().add(
        "no-item", place_,
        fmt::format("{} is not named like the items beside it; no vote was counted", in_quotes(name)));
    return true;
  }

  void read_wide(const Json& record) {
    for (const std::string& key : layout_.wide) {
      const Json* answer = find_key(record, key);
      if (answer == nullptr || answer->is_null()) continue;
      if (layout_.item.at == At::inner_name)
        item_ = key;
      else if (layout_.annotator.at == At::inner_name)
        annotator_ = key;
      read_answer(answer);
    }
  }

  void vote(std::string_view label) {
    if (by_annotator_ || options_.transpose)
      add_vote(builder_, annotator_, item_, label, place_);
    else
      add_vote(builder_, item_, annotator_, label, place_);
  }

  const Source& source_;
  const ImportOptions& options_;
  JsonTable table_;
  VoteBuilder builder_;
  JsonLayout layout_;
  std::string item_, annotator_, place_;
  Interner seen_;              // items of records
  std::size_t length_ = 0;     // of lists whose items have no names
  bool by_annotator_ = false;  // lists by annotator, in the order of the items
};

}  // namespace

Recognition recognises_json_votes(const Source& source, const ImportOptions& options) {
  if (!is_general_json(source, options)) return {};
  JsonTable table(source);
  const JsonProfile profile = profile_of(table);
  const JsonLayout layout = find_layout(table, profile, options);
  // One label an item beside its votes by class is what somebody made of them.
  const bool may_be_gold = layout.shape == Shape::vote && layout.annotator.at == At::unknown;
  const auto by_class = [&](ByClass kind) {
    return options.label_column.empty() && find_distribution(table, profile, options, kind).confidence > 0;
  };
  if (may_be_gold && (by_class(ByClass::counts) || by_class(ByClass::shares))) return {};
  if (layout.shape != Shape::none) return {layout.confidence, layout.why};
  if (other_json_fits(source, options)) return {};
  return {0.01, "JSON"};  // so that what was seen can be said
}

ImportResult read_json_votes(const Source& source, const ImportOptions& options) {
  if (!is_json(source)) {
    fail("{}: not JSON, which {} reads; choose another {}", source.path().string(), "json-votes",
         option("format"));
  }
  return JsonVotesReader(source, options).read();
}

}  // namespace dissent
