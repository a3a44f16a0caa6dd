#include "dissent/votes/json_nesting.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/json_names.h"
#include "dissent/votes/json_path.h"

namespace dissent {
namespace {

// What names look like, one vote for each name.
struct NameLook {
  std::size_t names = 0;
  std::size_t people = 0;  // "ann3", "worker_12", "gpt-4o"
  std::size_t items = 0;   // "img-7", "cat.png", sentences

  void add(std::string_view name) {
    ++names;
    people += looks_like_annotator(name);
    items += looks_like_item(name);
  }
  bool are_people() const { return people * 2 > names; }
  bool are_items() const { return items * 2 > names; }
};

bool numbered_in_order(const std::vector<std::string>& names) {
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
    bool all = !names.empty();
    for (std::size_t i = 0; i < names.size() && all; ++i) all = names[i] == std::to_string(first + i);
    if (all) return true;
  }
  return false;
}

std::string few(const std::vector<std::string>& names) {
  std::vector<std::string> first(names.begin(),
                                 names.begin() + std::min<std::ptrdiff_t>(3, std::ssize(names)));
  for (std::string& name : first) name = in_quotes(name, 30);
  return join(first, ", ") + (names.size() > 3 ? ", ..." : "");
}

Nesting find_nesting(const Json& document, NameLook& outer, NameLook& inner) {
  std::vector<std::string> outer_names;
  std::vector<std::string> inner_names;
  std::map<std::string, std::size_t> inner_votes;
  std::set<std::size_t> outer_sizes;
  std::size_t votes = 0;
  for (const auto& [name, answers] : document.items()) {
    outer.add(name);
    outer_names.push_back(name);
    if (!answers.empty()) outer_sizes.insert(answers.size());
    for (const auto& [other, label] : answers.items()) {
      ++votes;
      if (++inner_votes[other] > 1) continue;
      inner.add(other);
      inner_names.push_back(other);
    }
  }
  if (outer.are_people() != inner.are_people()) {
    const bool annotators = outer.are_people();
    return {annotators ? Outer::annotators : Outer::items,
            fmt::format("the {} names look like annotators: {}", annotators ? "outer" : "inner",
                        few(annotators ? outer_names : inner_names))};
  }
  if (outer.are_items() != inner.are_items()) {
    const bool items = outer.are_items();
    return {items ? Outer::items : Outer::annotators,
            fmt::format("the {} names look like items: {}", items ? "outer" : "inner",
                        few(items ? outer_names : inner_names))};
  }
  const bool full = votes == outer.names * inner.names;
  const std::string sizes = fmt::format("{} outer names ({}) and {} inner ones ({})", outer.names,
                                        few(outer_names), inner.names, few(inner_names));
  const bool many = outer.names >= 2 * inner.names;
  const bool far_more = outer.names >= 10 * inner.names;
  // Items have as many votes as were asked for; if the inner names do and the outer ones do not, the numbers
  // of names prove nothing.
  std::set<std::size_t> inner_sizes;
  for (const auto& [name, number] : inner_votes) inner_sizes.insert(number);
  const bool inner_regular = inner_sizes.size() == 1 && *inner_sizes.begin() > 1 && outer_sizes.size() > 1;
  if (many && inner_regular) {
    return {Outer::unclear,
            fmt::format("{}, each of the inner ones with {} votes", sizes, *inner_sizes.begin())};
  }
  if (far_more || (many && !full)) return {Outer::items, "there are " + sizes};
  const bool as_many = full ? outer.names >= inner.names : 2 * outer.names > inner.names;
  if (as_many && numbered_in_order(outer_names) && !numbered_in_order(inner_names)) {
    return {Outer::items, "the outer names count from " + outer_names.front()};
  }
  return {Outer::unclear, sizes};
}

}  // namespace

Nesting nesting_of(const Json& document) {
  NameLook outer, inner;
  Nesting nesting = find_nesting(document, outer, inner);
  nesting.fewer_outside = outer.names < inner.names;
  nesting.inner_items = inner.are_items();
  return nesting;
}

bool tells_of_people(const JsonProfile& profile) {
  const std::vector<std::string> keys = profile.keys();
  return std::any_of(keys.begin(), keys.end(),
                     [](const std::string& key) { return rank_of_name(key, kPersonal) >= 0; });
}

bool describes_a_model(const JsonProfile& profile) {
  return profile.find("label2id") != nullptr || profile.find("id2label") != nullptr;
}

bool holds_fields(const Json& document) {
  std::map<std::string, std::set<std::string>> values;
  std::size_t records = 0, cells = 0;
  bool texts = false;
  for (const Json& record : document) {
    if (++records > 1000) break;
    for (const auto& [key, value] : record.items()) {
      ++cells;
      texts |= value.is_string();
      if (value.is_primitive() && !value.is_null()) values[key].insert(scalar_text(value, "", ""));
    }
  }
  std::set<std::string> all;
  std::size_t personal = 0, sum = 0;
  for (const auto& [key, own] : values) {
    personal += rank_of_name(key, kPersonal) >= 0;
    sum += own.size();
    all.insert(own.begin(), own.end());
  }
  if (personal > 0 && personal * 2 >= values.size()) return true;
  // Answers are few and come again; the fields of records have values of their own, and texts never repeat.
  if (texts && cells >= 10 && all.size() * 2 > cells) return true;
  return records >= (texts ? 3 : 10) && values.size() >= 2 && cells == values.size() * records &&
         sum == all.size();
}

bool describes_annotators(const JsonProfile& profile) {
  const std::vector<std::string> keys = profile.keys();
  const auto personal = std::count_if(
      keys.begin(), keys.end(), [](const std::string& key) { return rank_of_name(key, kPersonal) >= 0; });
  return personal > 0 && personal * 2 >= std::ssize(keys);
}

}  // namespace dissent
