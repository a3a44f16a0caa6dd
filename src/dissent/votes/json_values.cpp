#include "dissent/votes/json_values.h"

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "dissent/votes/json_path.h"

namespace dissent {

JsonValues values_at(const JsonProfile& profile, std::string_view path) {
  JsonValues values;
  values.reserve(profile.sample.size());
  std::unordered_map<std::string, int> known;
  for (const Json& record : profile.sample) {
    const Json* value = path.empty() ? nullptr : find_path(record, path);
    if (value == nullptr || value->is_null() || !value->is_primitive()) {
      values.push_back(-1);
      continue;
    }
    const int next = static_cast<int>(known.size());
    values.push_back(known.emplace(scalar_text(*value, "", ""), next).first->second);
  }
  return values;
}

std::size_t distinct_values(const JsonValues& values) {
  int largest = -1;
  for (const int value : values) largest = std::max(largest, value);
  return static_cast<std::size_t>(largest + 1);
}

std::size_t distinct_pairs(const JsonValues& a, const JsonValues& b) {
  std::set<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] >= 0 && b[i] >= 0) pairs.emplace(a[i], b[i]);
  }
  return pairs.size();
}

JsonValues together(const JsonValues& a, const JsonValues& b) {
  JsonValues pairs;
  std::map<std::pair<int, int>, int> known;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int next = static_cast<int>(known.size());
    pairs.push_back(a[i] < 0 || b[i] < 0 ? -1 : known.emplace(std::pair(a[i], b[i]), next).first->second);
  }
  return pairs;
}

bool decides(const JsonValues& a, const JsonValues& b) {
  std::vector<int> told(distinct_values(a), -1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] < 0 || b[i] < 0) continue;
    int& known = told[static_cast<std::size_t>(a[i])];
    if (known >= 0 && known != b[i]) return false;
    known = b[i];
  }
  return true;
}

}  // namespace dissent
