#include "dissent/votes/json_roles.h"

#include <algorithm>

#include "dissent/core/text.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/json_lists.h"
#include "dissent/votes/json_names.h"
#include "dissent/votes/json_path.h"

namespace dissent {
namespace {

using At = JsonAt;
using Role = JsonRole;

constexpr std::size_t kFew = 10;

// An id by a name of its own, such as "pairID".
const JsonPath* other_id(const JsonProfile& profile) {
  for (const JsonPath& path : profile.paths) {
    if (path.depth == 1 && path.is_scalar() && path.present == profile.records && says_id(path.path) &&
        path.differs_everywhere() && rank_of_path(path.path, kAnnotatorNames) < 0) {
      return &path;
    }
  }
  return nullptr;
}

bool counts_up(const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != std::to_string(i)) return false;
  }
  return !names.empty();
}

}  // namespace

bool any_path(const JsonPath& /*path*/) {
  return true;
}

const JsonPath* best_named(const JsonProfile& profile, std::span<const std::string_view> names,
                           const std::function<bool(const JsonPath&)>& passes) {
  const JsonPath* best = nullptr;
  int best_rank = 0;
  for (const JsonPath& path : profile.paths) {
    const int rank = rank_of_path(path.path, names);
    if (rank < 0 || !path.is_scalar() || !passes(path)) continue;
    // A key of the record itself goes before one inside something.
    const int order = rank + (path.depth > 1 ? 100 : 0);
    if (best != nullptr && order >= best_rank) continue;
    best = &path;
    best_rank = order;
  }
  return best;
}

bool says_id(std::string_view name) {
  return name.ends_with("id") || name.ends_with("ID") || name.ends_with("Id");
}

bool is_bare_id(const JsonPath& path) {
  // The database's own, "_id", may be an object with the key "$oid".
  const std::string name = plain_name(path.path.substr(0, path.path.find(".$oid")));
  return name == "id" || name == "uid";
}

Role find_item(const JsonTable& table, const JsonProfile& profile, const ImportOptions& options,
               bool record_is_item) {
  if (!options.item_column.empty()) return {At::key, options.item_column};
  const bool named = table.named();
  if (record_is_item && named && table.form() != JsonTable::Form::rows) {
    // Names that only count the records are nobody's; a table's rows have them beside their items.
    const JsonPath* own =
        counts_up(profile.names)
            ? best_named(profile, kItemNames,
                         [&](const JsonPath& path) { return path.depth == 1 && path.differs_everywhere(); })
            : nullptr;
    return own != nullptr ? Role{At::key, own->path} : Role{At::record_name, ""};
  }
  const auto varies = [&](const JsonPath& path) { return path.distinct.size() > 1 || profile.records == 1; };
  const auto differs = [&](const JsonPath& path) {
    return path.differs_everywhere() || profile.records == 1;
  };
  const auto repeats = [&](const JsonPath& path) { return varies(path) && !path.differs_everywhere(); };
  const JsonPath* item = record_is_item ? best_named(profile, kItemNames, differs) : nullptr;
  if (item == nullptr) item = best_named(profile, kItemNames, varies);
  if (item == nullptr && record_is_item) item = other_id(profile);
  if (record_is_item && item == nullptr) return {named ? At::record_name : At::record_number, ""};
  if (record_is_item) return {At::key, item->path};
  // Few records may well be of one item; many are not, and what is the same in all of them says what they
  // are.
  if (item == nullptr && profile.records < kFew) item = best_named(profile, kItemNames, any_path);
  if (item == nullptr && named) return {At::record_name, ""};
  if (item == nullptr) {
    item = best_named(profile, kTextNames, varies);
    if (item == nullptr) item = best_named(profile, kItemNames, any_path);
  } else if (is_bare_id(*item) && item->differs_everywhere()) {
    // An id that differs in every record may be the vote's; what repeats is the item's.
    const JsonPath* other = best_named(profile, kItemNames, repeats);
    if (other == nullptr) other = best_named(profile, kTextNames, repeats);
    if (other != nullptr) item = other;
  }
  return item != nullptr ? Role{At::key, item->path} : Role{};
}

bool is_other(const JsonPath& path) {
  return rank_of_name(path.path, kOtherNames) >= 0 || rank_of_name(path.path, kGoldNames) >= 0;
}

// The items of an annotator's list of labels: a list in step with it, or their numbers.
JsonRole item_in_step(const JsonProfile& profile, const std::string& labels, const JsonRole& told) {
  if (told.at == At::key) return {At::list_key, told.path};
  for (const JsonPath& path : profile.paths) {
    if (path.path != labels && path.is_scalar_list() && is_plural_item(path.path) &&
        are_in_step(profile, labels, path.path)) {
      return {At::list_key, path.path};
    }
  }
  return {At::list_number, ""};
}

std::vector<const JsonPath*> named_labels(const JsonProfile& profile, const std::string& item,
                                          const std::string& annotator) {
  std::vector<const JsonPath*> labels;
  for (const JsonPath& path : profile.paths) {
    const bool some = path.is_scalar() || path.is_scalar_list();
    if (!some || path.path == item || path.path == annotator || is_other(path)) continue;
    if (rank_of_path(path.path, kLabelNames) < 0 || is_free_text(path)) continue;
    if (path.is_scalar_list() && is_no_answer(profile, path)) continue;
    const auto said = std::find_if(labels.begin(), labels.end(), [&](const JsonPath* other) {
      return is_same_question(profile, *other, path);
    });
    if (said == labels.end())
      labels.push_back(&path);
    else if (path.texts && !(*said)->texts)
      *said = &path;  // a name says more than the number beside it
  }
  // A probability beside a label is how sure somebody or something was.
  if (std::any_of(labels.begin(), labels.end(), [](const JsonPath* path) { return !path->fractions; })) {
    std::erase_if(labels, [](const JsonPath* path) { return path->fractions; });
  }
  return labels;
}

// Keys that are neither names nor texts nor about the annotator, and have few values.
std::vector<const JsonPath*> unnamed_labels(const JsonProfile& profile, const std::string& item,
                                            const std::string& annotator) {
  std::vector<const JsonPath*> labels;
  for (const JsonPath& path : profile.paths) {
    if (!path.is_scalar() || path.depth > 2 || path.path == item || path.path == annotator) continue;
    if (is_other(path) || rank_of_path(path.path, kItemNames) >= 0 || says_id(path.path) ||
        rank_of_path(path.path, kTextNames) >= 0 || is_about_annotator(path.path)) {
      continue;
    }
    // What is the same everywhere is nobody's answer.
    if (path.distinct.size() < 2 && profile.records >= 10) continue;
    const bool repeats = path.distinct.size() * 2 <= path.values || profile.records < 4;
    if (repeats && path.distinct.size() <= 100) labels.push_back(&path);
  }
  return labels;
}

std::vector<std::string> keys_not_read(const JsonProfile& profile, const std::vector<std::string>& paths) {
  std::vector<std::string> others;
  for (const std::string& key : profile.keys()) {
    const bool read = std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
      const std::vector<std::string> parts = split(path, ',');
      return path == key || std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
               return trim(part) == key || trim(part).starts_with(key + ".");
             });
    });
    if (!read) others.push_back(key);
  }
  return others;
}

}  // namespace dissent
