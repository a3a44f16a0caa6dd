#include "dissent/votes/json_people.h"

#include "dissent/votes/json_lists.h"
#include "dissent/votes/json_names.h"
#include "dissent/votes/json_path.h"
#include "dissent/votes/json_values.h"

namespace dissent {
namespace {

constexpr std::size_t kFewest = 6;  // votes that tell how values are spread

// Two values at least, each of which comes again, and never twice on one item.
bool is_spread_like_people(const JsonProfile& profile, const JsonPath& path, const JsonValues& items) {
  if (!path.is_scalar() || path.depth > 2 || path.fractions || path.present < profile.records) return false;
  const JsonValues values = values_at(profile, path.path);
  const std::size_t size = distinct_values(values);
  return size >= 2 && size * 3 <= profile.records * 2 && !decides(items, values) &&
         distinct_pairs(items, values) == profile.records;
}

bool is_spread_inside(const JsonProfile& profile, const std::string& list, const JsonProfile& inner,
                      const JsonPath& path) {
  return path.is_scalar() && path.depth <= 2 && !path.fractions && path.present == inner.records &&
         path.distinct.size() >= 2 && path.distinct.size() * 3 <= path.values * 2 &&
         !repeats_within_a_list(profile, list, path.path);
}

bool describes(const JsonPath& path) {
  return rank_of_name(path.path, kPersonal) >= 0 || rank_of_path(path.path, kItemNames) >= 0 ||
         rank_of_path(path.path, kTextNames) >= 0 || rank_of_path(path.path, kLabelNames) >= 0;
}

}  // namespace

std::string find_person(const JsonProfile& profile, const std::string& item) {
  if (profile.records < kFewest) return {};
  const JsonValues items = values_at(profile, item);
  for (const JsonPath& path : profile.paths) {
    if (path.path == item || rank_of_path(path.path, kMoreAnnotators) < 0) continue;
    if (is_spread_like_people(profile, path, items)) return path.path;
  }
  return {};
}

std::string find_person_inside(const JsonProfile& profile, const std::string& list,
                               const JsonProfile& inner) {
  if (inner.records < kFewest) return {};
  for (const JsonPath& path : inner.paths) {
    if (rank_of_path(path.path, kMoreAnnotators) >= 0 && is_spread_inside(profile, list, inner, path))
      return path.path;
  }
  return {};
}

std::string possible_person(const JsonProfile& profile, const std::string& item, const std::string& label) {
  if (profile.records < kFewest) return {};
  const JsonValues items = values_at(profile, item);
  for (const JsonPath& path : profile.paths) {
    if (path.path == item || path.path == label || describes(path)) continue;
    if (is_spread_like_people(profile, path, items)) return path.path;
  }
  return {};
}

std::string possible_person_inside(const JsonProfile& profile, const std::string& list,
                                   const JsonProfile& inner, const std::string& label) {
  if (inner.records < kFewest) return {};
  for (const JsonPath& path : inner.paths) {
    if (path.path != label && !describes(path) && is_spread_inside(profile, list, inner, path))
      return list + "." + path.path;
  }
  return {};
}

}  // namespace dissent
