#include "dissent/votes/json_choices.h"

#include <algorithm>
#include <map>
#include <set>

#include "dissent/core/text.h"
#include "dissent/votes/json_path.h"

namespace dissent {

bool is_set(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return value.get<double>() != 0;
  if (!value.is_string()) return false;
  const std::string text = to_lower(trim(value.get_ref<const std::string&>()));
  return !text.empty() && text != "0" && text != "false" && text != "no" && text != "off";
}

bool are_choices(const JsonProfile& profile, const std::string& path) {
  std::map<std::string, std::string> value_of;
  std::map<std::string, std::size_t> chosen;
  std::size_t objects = 0;
  for (const Json& record : profile.sample) {
    const Json* object = find_path(record, path);
    if (object == nullptr || !object->is_object()) continue;
    objects += !object->empty();
    for (const auto& [name, value] : object->items()) {
      if (!value.is_primitive() || !is_set(value)) return false;
      if (value_of.emplace(name, value.dump()).first->second != value.dump()) return false;
      ++chosen[name];
    }
  }
  // What stands in every object is a property of the record, and nobody's choice.
  const bool always =
      std::any_of(chosen.begin(), chosen.end(), [&](const auto& name) { return name.second == objects; });
  return !always && value_of.size() >= 2 && objects >= 2 * value_of.size();
}

bool are_ratings(const JsonProfile& profile, const std::string& path) {
  std::map<std::string, std::string> value_of;
  std::set<std::string> values;
  for (const Json& record : profile.sample) {
    const Json* object = find_path(record, path);
    if (object == nullptr || !object->is_object()) continue;
    for (const auto& [name, value] : object->items()) {
      const std::string text = scalar_text(value, "", "");
      if (!parse_double(text)) return false;
      value_of.emplace(name, text);
      values.insert(text);
    }
  }
  return values.size() == value_of.size() && values.size() > 1;
}

std::vector<std::string> one_hot_keys(const JsonProfile& profile, const std::vector<const JsonPath*>& keys) {
  std::vector<std::string> found;
  for (const JsonPath* key : keys) {
    const bool bits = std::all_of(key->distinct.begin(), key->distinct.end(),
                                  [](const std::string& value) { return value == "0" || value == "1"; });
    if (bits && key->present == profile.records) found.push_back(key->path);
  }
  const bool one = std::all_of(profile.sample.begin(), profile.sample.end(), [&](const Json& record) {
    return std::count_if(found.begin(), found.end(),
                         [&](const std::string& key) { return is_set(*find_path(record, key)); }) == 1;
  });
  if (found.size() < 2 || !one) found.clear();
  return found;
}

}  // namespace dissent
