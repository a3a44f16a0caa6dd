#include "dissent/votes/json_lists.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "dissent/core/text.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/json_names.h"
#include "dissent/votes/json_path.h"

namespace dissent {
namespace {

bool says(std::string_view path, std::initializer_list<std::string_view> words) {
  const std::string lower = to_lower(path);
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

}  // namespace

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

NumberMeaning meaning_of_lists(const JsonProfile& profile, const std::string& path) {
  NumberMeaning meaning;
  std::size_t length = 0;
  bool whole = true, one = true;
  std::set<std::vector<double>> rows;
  std::set<double> sums;
  std::size_t records = 0;
  double largest = 0;
  for (const Json& record : profile.sample) {
    const Json* list = find_path(record, path);
    if (list == nullptr || list->empty()) continue;
    std::vector<double> row;
    double sum = 0;
    for (const Json& cell : *list) {
      if (!cell.is_number() || cell.get<double>() < 0) return {};
      row.push_back(cell.get<double>());
      whole &= row.back() == std::floor(row.back());
      sum += row.back();
      largest = std::max(largest, row.back());
    }
    ++records;
    if (length != 0 && row.size() != length) return {};
    length = row.size();
    one &= std::abs(sum - 1) <= share_tolerance(row);
    sums.insert(sum);
    rows.insert(std::move(row));
  }
  if (length < 2) return {};
  const bool called_shares = says(path, {"dist", "prob", "soft", "share"});
  if (one && (!whole || called_shares))
    meaning.shares = 0.85;
  else if (one)
    meaning.shares = 0.2;
  const bool one_sum = sums.size() == 1 && *sums.begin() > 1;
  meaning.why = "lists of numbers that sum to 1";
  if (!whole) return meaning;
  if (says(path, {"count", "histogram", "tally", "freq"})) {
    meaning.counts = 0.9;
    meaning.why = "lists of whole numbers called counts";
  } else if (one_sum && (called_shares || (records >= 10 && rows.size() >= 3 && largest > 1))) {
    // The labels of several people do not make up for each other.
    meaning.counts = 0.85;
    meaning.why = "lists of whole numbers with one sum everywhere";
  } else {
    meaning.labels = 0.7;
  }
  return meaning;
}

bool are_sets(const JsonProfile& profile, const std::string& list) {
  constexpr double kSurprise = 4;  // repeats that are expected, of which none was seen
  std::map<std::string, double> share;
  std::vector<std::size_t> lengths;
  double all = 0;
  for (const Json& record : profile.sample) {
    const Json* labels = find_path(record, list);
    if (labels == nullptr || !labels->is_array()) continue;
    lengths.push_back(labels->size());
    for (const Json& label : *labels) ++share[label.dump()];
    all += static_cast<double>(labels->size());
  }
  if (repeats_within_a_list(profile, list)) return false;
  double same = 0, expected = 0;  // chance that two people give one label
  for (const auto& [label, count] : share) same += (count / all) * (count / all);
  for (const std::size_t length : lengths) {
    expected += same * static_cast<double>(length) * (static_cast<double>(length) - 1) / 2;
  }
  return expected >= kSurprise;
}

bool are_marks(const JsonProfile& elements) {
  const auto has = [&](std::string_view name) {
    return std::any_of(elements.paths.begin(), elements.paths.end(), [&](const JsonPath& path) {
      return plain_name(path.path.substr(path.path.rfind('.') + 1)) == name;
    });
  };
  return (has("start") && has("end")) || (has("startoffset") && has("endoffset")) || has("bbox") ||
         has("polygon") || has("segmentation") || has("keypoints") || (has("x") && has("y") && has("width"));
}

bool is_no_answer(const JsonProfile& profile, const JsonPath& path) {
  if (is_class_list(profile, path)) return true;
  const std::size_t dot = path.path.rfind('.');
  const std::string above = dot == std::string::npos ? "" : path.path.substr(0, dot + 1);
  return std::any_of(profile.paths.begin(), profile.paths.end(), [&](const JsonPath& other) {
    if (other.path == path.path || !other.is_scalar_list() || other.values != path.values) return false;
    const std::string_view name = std::string_view(other.path).substr(other.path.rfind('.') + 1);
    const bool sibling = !above.empty() && other.path.starts_with(above);
    const bool words = rank_of_name(name, kTokenNames) >= 0;
    return ((sibling && is_class_list(profile, other)) || words) &&
           are_in_step(profile, path.path, other.path);
  });
}

bool offers_answers(const JsonProfile& profile, const std::string& list, const std::string& label) {
  if (profile.records < 3) return false;
  std::vector<std::string> first;
  for (const Json& record : profile.sample) {
    const Json* elements = find_path(record, list);
    if (elements == nullptr || !elements->is_array() || elements->size() < 2) return false;
    std::vector<std::string> own;
    for (const Json& element : *elements) {
      const Json* value = find_path(element, label);
      if (value == nullptr) return false;
      own.push_back(value->dump());
    }
    if (first.empty()) first = own;
    if (own != first) return false;
  }
  return std::set<std::string>(first.begin(), first.end()).size() == first.size();
}

std::string items_in_step(const JsonProfile& profile, const std::string& list, const std::string& told) {
  for (const JsonPath& path : profile.paths) {
    if (!path.is_object_list() || path.path == list || !are_in_step(profile, list, path.path)) continue;
    const JsonProfile elements = profile_of_elements(profile, path.path);
    for (const JsonPath& key : elements.paths) {
      if (key.depth > 1 || !key.is_scalar()) continue;
      const std::string whole = path.path + "." + key.path;
      if (told.empty() ? rank_of_path(key.path, kItemNames) >= 0 : told == whole) return whole;
    }
  }
  return {};
}

bool is_plural_item(std::string_view path) {
  const std::string name = plain_name(path.substr(path.rfind('.') + 1));
  if (name.size() < 2 || name.back() != 's') return false;
  const std::string_view one = std::string_view(name).substr(0, name.size() - 1);
  return rank_of_name(one, kItemNames) >= 0 || rank_of_name(one, kTextNames) >= 0;
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
