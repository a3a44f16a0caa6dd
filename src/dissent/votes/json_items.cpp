#include "dissent/votes/json_items.h"

#include <array>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/json_names.h"
#include "dissent/votes/json_path.h"
#include "dissent/votes/json_records.h"
#include "dissent/votes/json_values.h"

namespace dissent {
namespace {

// "doc_id", "pairID" and "id", but not "paid" and "valid".
bool is_called_id(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of(".:") + 1);  // npos + 1 is 0: the whole
  const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  return to_lower(name) == "id" || ends("_id") || ends("-id") || ends(" id") || ends("Id") || ends("ID");
}

// How likely a key names items, from its name: the lower the better, -1 where it does not.
int rank_as_item(const JsonPath& path) {
  if (rank_of_path(path.path, kAnnotatorNames) >= 0 || rank_of_path(path.path, kMoreAnnotators) >= 0)
    return -1;
  if (rank_of_name(path.path, kOtherNames) >= 0) return -1;
  if (is_called_id(path.path)) return 0;
  if (rank_of_path(path.path, kItemNames) >= 0) return 1;
  if (rank_of_name(path.path, kPartNames) >= 0) return 2;
  return rank_of_path(path.path, kTextNames) >= 0 ? 3 : -1;
}

// What an id is of: "annotation" of "annotation_id".
std::string subject_of_id(std::string_view path) {
  std::string name = plain_name(path.substr(path.find_last_of(".:") + 1));
  if (name.ends_with("id")) name.resize(name.size() - 2);
  return name;
}

// "assignment_id", "batch_id": of work that somebody did or was given, and of nothing that is voted on.
bool is_id_of_work(std::string_view path) {
  constexpr auto works =
      std::to_array<std::string_view>({"assignment", "submission", "record", "row", "batch", "session",
                                       "project", "campaign", "pool", "job", "survey", "study", "dataset"});
  return rank_of_name(subject_of_id(path), works) >= 0;
}

// "annotation_id", or "id" alone: of the vote itself, where it is new in every record.
bool is_id_of_vote(std::string_view path) {
  const std::string subject = subject_of_id(path);
  return subject.empty() || rank_of_name(subject, kLabelNames) >= 0;
}

}  // namespace

FinerItem finer_item(const JsonProfile& profile, const std::string& item, const std::string& annotator,
                     const std::string& label) {
  FinerItem best;
  const JsonValues items = values_at(profile, item);
  const JsonValues people = values_at(profile, annotator);
  const JsonValues labels = values_at(profile, label);
  const std::size_t votes = profile.records;
  const bool known = !annotator.empty();
  // Somebody who votes on one item again and again votes on something that it holds.
  const bool again = known && distinct_pairs(items, people) * 5 < votes * 4;
  std::size_t best_size = 0;
  int best_rank = 0;
  for (const JsonPath& path : profile.paths) {
    const int rank = rank_as_item(path);
    if (rank < 0 || is_id_of_work(path.path) || path.depth > 2 || !path.is_scalar() || path.present < votes)
      continue;
    if (path.path == item || path.path == annotator || path.path == label) continue;
    const JsonValues values = values_at(profile, path.path);
    const std::size_t size = distinct_values(values);
    if (size < 2 || decides(items, values)) continue;
    // A few differences are slips; texts have more of them.
    if (size * 4 < distinct_values(items) * (rank == 3 ? 6 : 5) && decides(values, items)) continue;
    // Something of the annotator's, such as a session or an assignment; or the label in other words.
    if (known && (decides(people, values) || (!again && decides(values, people)))) continue;
    if (decides(values, labels) && size <= 2 * distinct_values(labels)) continue;
    // What is new in nearly every record names the vote itself.
    const bool row = size * 10 > votes * 9;
    if (row && (!again || rank == 3 || is_id_of_vote(path.path))) continue;
    const bool within = decides(values, items);
    if (!within && (rank == 3 || row || distinct_pairs(items, values) * 3 > votes * 2)) continue;
    const bool sure = within && !row;
    const bool better =
        best.path.empty() || (best.asked && sure) ||
        (best.asked == !sure && (size > best_size || (size == best_size && rank < best_rank)));
    if (!better) continue;
    best = {path.path, !sure};
    best_size = size;
    best_rank = rank;
  }
  return best;
}

std::vector<std::string> keys_of_repeats(const JsonProfile& profile, const std::string& item,
                                         const std::string& annotator, const std::string& label) {
  const JsonValues items = values_at(profile, item);
  const JsonValues people = values_at(profile, annotator);
  std::vector<std::string> keys;
  if (distinct_pairs(items, people) * 20 >= profile.records * 19) return keys;
  const JsonValues both = together(items, people);
  for (const JsonPath& path : profile.paths) {
    if (path.depth > 1 || !path.is_scalar() || path.present < profile.records || path.fractions) continue;
    if (path.path == item || path.path == annotator || path.path == label) continue;
    if (rank_of_name(path.path, kOtherNames) >= 0 || rank_of_path(path.path, kLabelNames) >= 0) continue;
    const JsonValues values = values_at(profile, path.path);
    if (decides(both, values) || decides(people, values)) continue;
    if (distinct_pairs(items, values) * 3 <= profile.records * 2) keys.push_back(path.path);
  }
  return keys;
}

std::vector<std::string> paths_of(const std::string& path) {
  std::vector<std::string> parts = split(path, ',');
  for (std::string& part : parts) part = trim(part);
  return parts;
}

std::string item_name(const Json& record, const std::string& path, std::string_view place) {
  const auto named = [&](const std::string& one) {
    const Json* value = find_path(record, one);
    if (value == nullptr || value->is_null()) {
      fail(
          "{}: no key {} for the item; give every record one, leave such records out, or name another key "
          "with {}",
          place, in_quotes(one), option("item-column"));
    }
    return name_text(*value, "the item", place);
  };
  if (path.find(',') == std::string::npos || find_path(record, path) != nullptr) return named(path);
  std::string name;
  for (const std::string& part : paths_of(path)) {
    if (!name.empty()) name += '/';
    name += named(part);
  }
  return name;
}

}  // namespace dissent
