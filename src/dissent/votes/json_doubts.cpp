#include "dissent/votes/json_doubts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/json_items.h"
#include "dissent/votes/json_lists.h"
#include "dissent/votes/json_nesting.h"
#include "dissent/votes/json_path.h"
#include "dissent/votes/json_people.h"
#include "dissent/votes/json_wide.h"

namespace dissent {
namespace {

using At = JsonLayout::At;
using Role = JsonLayout::Role;
using Shape = JsonLayout::Shape;

void remark_rejected(JsonLayout& layout, const JsonProfile& profile) {
  for (const JsonPath& path : profile.paths) {
    if (!path.is_scalar() || path.distinct.size() > 10 || path.distinct.size() < 2) continue;
    for (const std::string& value : path.distinct) {
      if (!to_lower(value).starts_with("reject") || path.path == layout.label) continue;
      layout.remarks.push_back(fmt::format("records whose key {} is {} are counted like the others",
                                           in_quotes(path.path), in_quotes(value)));
    }
  }
}

// Whether the label of most records is the one that most of the keys have.
bool is_made_of(const JsonProfile& profile, const std::string& label, const std::vector<std::string>& keys) {
  std::size_t both = 0, most = 0;
  for (const Json& record : profile.sample) {
    const Json* made = find_path(record, label);
    if (made == nullptr || !made->is_primitive() || made->is_null()) continue;
    std::map<std::string, std::size_t> said;
    std::size_t largest = 0;
    for (const std::string& key : keys) {
      const Json* value = find_path(record, key);
      if (value != nullptr && value->is_primitive() && !value->is_null())
        largest = std::max(largest, ++said[scalar_text(*value, "", "")]);
    }
    ++both;
    most += largest > 0 && said[scalar_text(*made, "", "")] == largest;
  }
  return most * 5 >= both * 4;
}

}  // namespace

std::string question_of_keys(const std::vector<std::string>& keys) {
  const std::string all = join(keys, ",");
  return fmt::format(
      "the keys {} have the same values: where each is an annotator say {} {}, where each is a question "
      "choose one with {}",
      in_quotes(join(keys, ", "), 200), option("annotator-column"),
      all.find_first_of(" '\"*") == std::string::npos ? all : in_quotes(all, 400), option("label-column"));
}

void remark_person(JsonLayout& layout, const std::string& path) {
  if (path.empty()) return;
  layout.remarks.push_back(
      fmt::format("key {} is never the same twice on an item and may name the annotators; {} {} reads it so",
                  in_quotes(path), option("annotator-column"), path));
}

// Looks again at the item and the annotator of records that are a vote each.
void look_again(JsonLayout& layout, const JsonProfile& profile, const ImportOptions& options) {
  if (layout.shape != Shape::vote || layout.item.at != At::key || !layout.candidates.empty()) return;
  const std::string annotator = layout.annotator.at == At::key ? layout.annotator.path : "";
  const bool named = options.item_column.empty();
  const FinerItem finer =
      named ? finer_item(profile, layout.item.path, annotator, layout.label) : FinerItem{};
  if (finer.asked) {
    layout.question = fmt::format(
        "the votes on one {} are on several {}: where each of these is an item say {} {}, where both "
        "together are one {} {},{}, and else {} {}",
        in_quotes(layout.item.path), in_quotes(finer.path), option("item-column"), finer.path,
        option("item-column"), layout.item.path, finer.path, option("item-column"), layout.item.path);
  } else if (!finer.path.empty()) {
    layout.remarks.push_back(fmt::format(
        "one {} has several {}, which are the items; {} {} takes the larger ones",
        in_quotes(layout.item.path), in_quotes(finer.path), option("item-column"), layout.item.path));
    layout.item.path = finer.path;
  }
  if (named && finer.path.empty() && !annotator.empty()) {
    const std::vector<std::string> keys = keys_of_repeats(profile, layout.item.path, annotator, layout.label);
    if (!keys.empty()) {
      layout.remarks.push_back(fmt::format(
          "many votes are an annotator's second one on a {}, and differ in {}; where these tell items apart, "
          "say {} {},{}",
          in_quotes(layout.item.path), in_quotes(join(keys, ", ")), option("item-column"), layout.item.path,
          join(keys, ",")));
    }
  }
  if (layout.annotator.at == At::unknown)
    remark_person(layout, possible_person(profile, layout.item.path, layout.label));
  remark_rejected(layout, profile);
}

// {"id": 1, "alice": "yes", "bob": "no", "label": "yes"}: names that only the user knows, beside which one
// label an item is most likely made of theirs.
void ask_about_shared_values(JsonLayout& layout, const JsonTable& table, const JsonProfile& profile,
                             const ImportOptions& options) {
  const bool alone = layout.shape == Shape::vote && layout.annotator.at == At::unknown &&
                     layout.confidence <= 0.5 && layout.candidates.empty();
  if (layout.shape != Shape::none && !alone) return;
  const Role item = find_item(table, profile, options, true);
  const std::vector<std::string> keys = keys_that_share_values(profile, item.path, layout.label);
  if (keys.empty()) return;
  // What is made of others is what most of them say; another question is not.
  if (alone && !is_made_of(profile, layout.label, keys)) return;
  layout.question = question_of_keys(keys);
  if (alone) {
    layout.question += fmt::format(" ({} {} is what would be read)", option("label-column"), layout.label);
  }
}

// {"ann": {"age": 31, "answers": {"q1": "yes"}}}: the record may be an annotator's, and name items inside.
void turn_round(JsonLayout& layout, const JsonProfile& profile, const ImportOptions& options) {
  if (layout.item.at == At::key && rank_of_path(layout.item.path, kItemNames) >= 0 &&
      !is_bare_id(*profile.find(layout.item.path))) {
    return;
  }
  if (layout.item.at == At::record_number) return;
  const bool named = layout.item.at == At::record_name;
  Json document = Json::object();
  for (std::size_t i = 0; i < profile.sample.size(); ++i) {
    const Json* votes = find_path(profile.sample[i], layout.label);
    const Json* name = named ? nullptr : find_path(profile.sample[i], layout.item.path);
    if (votes == nullptr || !votes->is_object() || (named && i >= profile.names.size())) continue;
    if (!named && (name == nullptr || !name->is_primitive())) continue;
    document[named ? profile.names[i] : scalar_text(*name, "", "")] = *votes;
  }
  const Nesting nesting = nesting_of(document);
  const bool people = nesting.outer == Outer::annotators ||
                      (nesting.outer == Outer::unclear && named && tells_of_people(profile));
  if (people) {
    std::swap(layout.item, layout.annotator);
    layout.items_by_look = nesting.inner_items;
    layout.remarks.push_back(fmt::format(
        "the records are annotators': {}; {} swaps them with the items",
        nesting.outer == Outer::annotators ? nesting.why : "they have keys such as age and gender",
        option("transpose")));
  } else if (named && nesting.outer == Outer::unclear && nesting.fewer_outside && options.format == "auto") {
    layout.question = fmt::format(
        "votes by name under {} of named records, with {}; say {} json-votes where the outer names are "
        "items, and {} as well where they are annotators",
        in_quotes(layout.label), nesting.why, option("format"), option("transpose"));
  }
}

// Lists by name whose elements name their items: the name is the annotator's, where no item stands twice in
// a list and items come again in others; else it is that of a batch, which says nothing.
void name_lists(JsonLayout& layout, const JsonProfile& profile, const JsonProfile& inner,
                const ImportOptions& options) {
  const JsonPath* item = best_named(inner, kItemNames, any_path);
  if (item == nullptr || !options.item_column.empty()) return;
  const bool once = !repeats_within_a_list(profile, layout.label, item->path);
  const bool again = item->distinct.size() < item->values;
  // An id may be the vote's own; but a list in which somebody votes again and again is of several items.
  const bool several = layout.annotator.at == At::inner_key &&
                       repeats_within_a_list(profile, layout.label, layout.annotator.path);
  if (is_bare_id(*item) && (!again || (!once && !several))) return;
  layout.item = {At::inner_key, item->path};
  if (layout.annotator.at == At::inner_key) {
    layout.remarks.emplace_back("the names of the lists say nothing of the votes, and are not read");
  } else if (once && again) {
    layout.annotator = {At::record_name, ""};
  } else {
    layout.remarks.emplace_back("the names of the lists are taken for batches of items, not for annotators");
  }
}

}  // namespace dissent
