#include "dissent/votes/json_profile.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "dissent/core/text.h"
#include "dissent/votes/json_path.h"

namespace dissent {
namespace {

constexpr std::size_t kPathDepth = 3;
constexpr std::size_t kMostPaths = 500;  // an object of named things is not walked to its end

class Profiler {
 public:
  explicit Profiler(JsonProfile& profile) : profile_(profile) {}

  void add(const Json& record) {
    ++profile_.records;
    walk(record, "", 1);
    profile_.sample.push_back(record);
  }

 private:
  void walk(const Json& object, const std::string& above, std::size_t depth) {
    for (const auto& [key, value] : object.items()) {
      const std::string path = above.empty() ? key : fmt::format("{}.{}", above, key);
      JsonPath* known = path_called(path, depth);
      if (known == nullptr) return;
      if (!value.is_null()) note(*known, value);
      if (value.is_object() && depth < kPathDepth) walk(value, path, depth + 1);
    }
  }

  JsonPath* path_called(const std::string& path, std::size_t depth) {
    const auto [at, is_new] = index_.emplace(path, profile_.paths.size());
    if (!is_new) return &profile_.paths[at->second];
    if (profile_.paths.size() == kMostPaths) {
      index_.erase(at);
      return nullptr;
    }
    profile_.paths.emplace_back();
    profile_.paths.back().path = path;
    profile_.paths.back().depth = depth;
    return &profile_.paths.back();
  }

  static void note(JsonPath& path, const Json& value) {
    ++path.present;
    if (value.is_primitive()) {
      ++path.scalars;
      note_scalar(path, value);
    } else if (value.empty()) {
      ++path.empty;
    } else if (value.is_object()) {
      ++path.objects;
    } else if (std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_object(); })) {
      ++path.object_lists;
    } else if (std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_primitive(); })) {
      ++path.scalar_lists;
      for (const Json& element : value) note_scalar(path, element);
    }
  }

  static void note_scalar(JsonPath& path, const Json& value) {
    if (value.is_null()) return;
    const std::string text = scalar_text(value, "", "");
    ++path.values;
    const auto number = parse_double(text);
    path.texts |= !number;
    path.fractions |= number && *number != std::floor(*number);
    if (path.distinct.size() < JsonProfile::kMostDistinct)
      path.distinct.insert(text);
    else
      path.overflowed = true;
  }

  JsonProfile& profile_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

const JsonPath* JsonProfile::find(std::string_view path) const {
  if (path.empty()) return nullptr;  // nothing is named, and no key without a name is meant
  const auto found =
      std::find_if(paths.begin(), paths.end(), [&](const JsonPath& known) { return known.path == path; });
  return found == paths.end() ? nullptr : &*found;
}

std::vector<std::string> JsonProfile::keys() const {
  std::vector<std::string> found;
  for (const JsonPath& path : paths) {
    if (path.depth == 1) found.push_back(path.path);
  }
  return found;
}

JsonProfile profile_of(JsonTable& table) {
  JsonProfile profile;
  Profiler profiler(profile);
  if (table.form() != JsonTable::Form::none) {
    table.rewind();
    while (profile.records < JsonProfile::kMostRecords && table.next()) {
      profiler.add(table.record());
      if (!table.name().empty()) profile.names.push_back(table.name());
    }
    table.rewind();
  }
  return profile;
}

JsonProfile profile_of_elements(const JsonProfile& records, std::string_view path) {
  JsonProfile profile;
  Profiler profiler(profile);
  for (const Json& record : records.sample) {
    const Json* list = find_path(record, path);
    if (list == nullptr || !list->is_array()) continue;
    for (const Json& element : *list) {
      if (element.is_object() && profile.records < JsonProfile::kMostRecords) profiler.add(element);
    }
  }
  return profile;
}

}  // namespace dissent
