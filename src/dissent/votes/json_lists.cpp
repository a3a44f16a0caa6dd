#include "dissent/votes/json_lists.h"

#include <algorithm>
#include <set>
#include <utility>

#include "dissent/core/text.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/json_path.h"

namespace dissent {

NumberMeaning meaning_at(const JsonProfile& profile, const std::string& path) {
  std::vector<const Json*> objects;
  for (const Json& record : profile.sample) {
    const Json* value = find_path(record, path);
    if (value != nullptr && value->is_object()) objects.push_back(value);
  }
  return meaning_of_numbers(path.substr(path.rfind('.') + 1), objects);
}

bool is_class_list(const JsonProfile& profile, const JsonPath& path) {
  if (profile.records < 2 || path.values != path.distinct.size() * path.scalar_lists) return false;
  const Json* first = find_path(profile.sample.front(), path.path);
  return first != nullptr && first->size() > 1 &&
         std::all_of(profile.sample.begin(), profile.sample.end(), [&](const Json& record) {
           const Json* own = find_path(record, path.path);
           return own != nullptr && *own == *first;
         });
}

bool are_in_step(const JsonProfile& profile, std::string_view labels, std::string_view annotators) {
  std::size_t same = 0, both = 0;
  for (const Json& record : profile.sample) {
    const Json* said = find_path(record, labels);
    const Json* who = find_path(record, annotators);
    if (said == nullptr || who == nullptr) continue;
    ++both;
    same += said->size() == who->size();
  }
  return same * 2 >= both;
}

bool repeats_within_a_list(const JsonProfile& profile, std::string_view list, std::string_view inner) {
  return std::any_of(profile.sample.begin(), profile.sample.end(), [&](const Json& record) {
    const Json* labels = find_path(record, list);
    if (labels == nullptr || !labels->is_array()) return false;
    std::set<std::string> seen;
    return std::any_of(labels->begin(), labels->end(), [&](const Json& element) {
      const Json* label = inner.empty() ? &element : find_path(element, inner);
      return label != nullptr && !label->is_null() && !seen.insert(label->dump()).second;
    });
  });
}

bool is_free_text(const JsonPath& path) {
  return path.texts && path.values >= 20 && path.distinct.size() * 10 > path.values * 9;
}

bool is_same_question(const JsonProfile& profile, const JsonPath& a, const JsonPath& b) {
  if (profile.records < 10 || a.distinct.size() != b.distinct.size()) return false;
  std::set<std::pair<std::string, std::string>> pairs;
  for (const Json& record : profile.sample) {
    const Json* first = find_path(record, a.path);
    const Json* second = find_path(record, b.path);
    if (first == nullptr || second == nullptr) return false;
    pairs.emplace(first->dump(), second->dump());
  }
  return pairs.size() == a.distinct.size();
}

bool is_plural_annotator(std::string_view path) {
  const std::string name = plain_name(path);
  return name.size() > 1 && name.back() == 's' &&
         rank_of_name(std::string_view(name).substr(0, name.size() - 1), kAnnotatorNames) >= 0;
}

bool is_about_annotator(std::string_view path) {
  const std::size_t end = path.find_first_of("._- ");
  return end != std::string_view::npos && rank_of_name(path.substr(0, end), kAnnotatorNames) >= 0;
}

bool fits_a_pattern(std::string_view key, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& written) {
    const std::string_view pattern = trim(written);
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return key == pattern;
    const std::string_view head = pattern.substr(0, star), tail = pattern.substr(star + 1);
    return key.size() >= head.size() + tail.size() && key.starts_with(head) && key.ends_with(tail);
  });
}

}  // namespace dissent
