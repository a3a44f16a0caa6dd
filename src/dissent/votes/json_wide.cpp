#include "dissent/votes/json_wide.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/json_lists.h"
#include "dissent/votes/json_names.h"
#include "dissent/votes/json_path.h"

namespace dissent {
namespace {

using At = JsonLayout::At;

// "label_1", "vote2": one of several labels, of nobody in particular.
bool is_numbered_label(std::string_view key) {
  std::string_view name = key;
  while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.remove_suffix(1);
  return name.size() < key.size() && rank_of_name(name, kLabelNames) >= 0;
}

template <class Test>
std::vector<std::string> keys_that(const JsonProfile& profile, Test test) {
  std::vector<std::string> keys;
  for (const JsonPath& path : profile.paths) {
    if (path.depth == 1 && test(path)) keys.push_back(path.path);
  }
  return keys;
}

}  // namespace

JsonLayout find_wide(const JsonTable& table, const JsonProfile& profile, const ImportOptions& options,
                     const JsonRole& annotator) {
  JsonLayout layout;
  layout.confidence = 0.75;
  const bool told = options.annotator_column.find_first_of(",*") != std::string::npos;
  if (told) {
    const std::vector<std::string> patterns = split(options.annotator_column, ',');
    layout.wide =
        keys_that(profile, [&](const JsonPath& path) { return fits_a_pattern(path.path, patterns); });
    layout.annotator = {At::inner_name, ""};
    layout.confidence = 0.9;
  } else if (annotator.at == At::key) {
    layout.wide = keys_that(
        profile, [](const JsonPath& path) { return path.is_scalar() && looks_like_item(path.path); });
    layout.annotator = annotator;
    layout.item = {At::inner_name, ""};
  } else {
    layout.wide = keys_that(profile, [](const JsonPath& path) {
      return path.is_scalar() && looks_like_annotator(path.path) &&
             rank_of_name(path.path, kAnnotatorNames) < 0;
    });
    layout.annotator = {At::inner_name, ""};
    if (layout.wide.size() < 2) {
      layout.wide = keys_that(
          profile, [](const JsonPath& path) { return path.is_scalar() && is_numbered_label(path.path); });
      layout.annotator = {};
    }
  }
  // Named records with nothing but annotators in them are {item: {annotator: label}}.
  const bool nothing_else = layout.wide.size() == profile.keys().size();
  if (layout.wide.size() < 2 || (nothing_else && !told && table.form() == JsonTable::Form::named)) return {};
  layout.shape = JsonLayout::Shape::wide;
  layout.why = fmt::format("a vote under each of {}", in_quotes(join(layout.wide, ", ")));
  if (layout.item.at == At::unknown) layout.item = find_item(table, profile, options, true);
  return layout;
}

std::vector<std::string> keys_that_share_values(const JsonProfile& profile, const std::string& item,
                                                const std::string& label) {
  constexpr std::size_t kMostValues = 20;
  std::vector<const JsonPath*> few;
  for (const JsonPath& path : profile.paths) {
    if (path.depth > 1 || !path.is_scalar() || path.path == item || path.path == label) continue;
    if (rank_of_name(path.path, kOtherNames) >= 0 || rank_of_name(path.path, kAggregates) >= 0 ||
        rank_of_name(path.path, kPersonal) >= 0 || rank_of_name(path.path, kItemNames) >= 0 ||
        rank_of_name(path.path, kTextNames) >= 0 || says_id(path.path)) {
      continue;
    }
    const bool repeats = path.distinct.size() * 2 <= path.values;
    if (path.fractions || path.distinct.size() > kMostValues || path.distinct.size() < 2 || !repeats)
      continue;
    few.push_back(&path);
  }
  // Annotators share most of the labels; of two sets of values the smaller one is in the larger one.
  const auto alike = [](const JsonPath& a, const JsonPath& b) {
    const auto both = static_cast<std::size_t>(std::count_if(
        a.distinct.begin(), a.distinct.end(), [&](const auto& value) { return b.distinct.contains(value); }));
    return both * 4 >= std::min(a.distinct.size(), b.distinct.size()) * 3;
  };
  const JsonPath* given = profile.find(label);
  std::vector<std::string> best;
  for (const JsonPath* first : few) {
    if (given != nullptr && !alike(*first, *given)) continue;
    std::vector<std::string> keys;
    for (const JsonPath* path : few) {
      if (alike(*path, *first)) keys.push_back(path->path);
    }
    if (keys.size() > best.size()) best = std::move(keys);
  }
  if (best.size() < 2) best.clear();
  return best;
}

}  // namespace dissent
