#include "dissent/predictions/class_names.h"

#include <algorithm>
#include <array>
#include <map>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/predictions/predictions_readers.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

constexpr std::array<std::string_view, 5> kClassPrefixes = {"p_", "prob_", "probability_", "logit_",
                                                            "logits_"};

std::size_t having(const std::vector<std::string>& names, std::string_view prefix) {
  return static_cast<std::size_t>(std::count_if(names.begin(), names.end(), [&](const std::string& name) {
    return to_lower(name).starts_with(prefix) && name.size() > prefix.size();
  }));
}

// The usual prefix that several names have, or the only one.
std::string usual_prefix(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    for (const std::string_view prefix : kClassPrefixes) {
      if (!to_lower(name).starts_with(prefix) || name.size() == prefix.size()) continue;
      const std::size_t count = having(names, prefix);
      // A score beside the classes would pass for one of them.
      return count == names.size() || count > 1 ? std::string(prefix) : "";
    }
  }
  return {};
}

}  // namespace

int class_called(const ClassSpace& classes, std::string_view name) {
  if (const int k = class_index(classes, trim(name)); k >= 0) return k;
  const auto number = parse_double(trim(name));
  if (!number) return -1;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (parse_double(classes.names[k]) == number) return static_cast<int>(k);
  }
  return -1;
}

bool all_numbers(const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(), [](const auto& name) { return parse_double(name); });
}

bool has_all_classes(const std::vector<std::string>& names, const ClassSpace& classes) {
  std::vector<bool> found(classes.size());
  for (const std::string& name : names) {
    if (const int k = class_called(classes, name); k >= 0) found[static_cast<std::size_t>(k)] = true;
  }
  return std::all_of(found.begin(), found.end(), [](bool one) { return one; });
}

std::optional<std::vector<std::size_t>> numbered_classes(const std::vector<std::string>& names) {
  if (names.empty()) return std::nullopt;
  const auto digits = names.front().find_last_not_of("0123456789");
  const std::string prefix = digits == std::string::npos ? "" : names.front().substr(0, digits + 1);
  std::vector<std::size_t> numbers;
  for (const std::string& name : names) {
    if (!name.starts_with(prefix)) return std::nullopt;
    const std::string digits_of = name.substr(prefix.size());
    const auto number = parse_int(digits_of);
    if (!number || *number < 0 || std::to_string(*number) != digits_of) return std::nullopt;
    numbers.push_back(static_cast<std::size_t>(*number));
  }
  const std::size_t first = std::find(numbers.begin(), numbers.end(), 0U) == numbers.end() ? 1 : 0;
  std::vector<bool> seen(names.size());
  for (std::size_t& number : numbers) {
    if (number < first || number - first >= names.size() || seen[number - first]) return std::nullopt;
    seen[number -= first] = true;
  }
  return numbers;
}

std::vector<std::string> prefixes_of_classes(const std::vector<std::string>& names,
                                             const ClassSpace& classes) {
  std::map<std::string, std::size_t> counts;
  for (const std::string& name : names) {
    for (const std::string& k : classes.names) {
      if (!k.empty() && name.size() > k.size() && name.ends_with(k))
        ++counts[name.substr(0, name.size() - k.size())];
    }
  }
  std::vector<std::string> prefixes;
  for (const auto& [prefix, count] : counts) {
    if (count == classes.size()) prefixes.push_back(prefix);
  }
  return prefixes;
}

std::string class_prefix(const std::vector<std::string>& names, const ClassSpace* classes,
                         std::string_view path) {
  const std::string usual = usual_prefix(names);
  if (classes == nullptr) return usual;
  std::vector<std::string> all = prefixes_of_classes(names, *classes);
  const auto is_usual = [&](const std::string& prefix) { return to_lower(prefix) == usual; };
  if (std::any_of(all.begin(), all.end(), is_usual)) return usual;
  if (has_all_classes(names, *classes)) return {};
  if (all.size() > 1) {
    fail("{}: the columns {}... and {}... both name every class; leave one of the two out", path, all[0],
         all[1]);
  }
  return all.empty() ? usual : all.front();
}

std::optional<std::vector<std::string>> meant_classes(const std::vector<std::string>& names,
                                                      const ClassSpace& classes) {
  if (names.size() != classes.size()) return std::nullopt;
  std::vector<std::string> meant;
  for (const std::string& name : names) {
    const std::string mine = to_lower(trim(name));
    const std::string* found = nullptr;
    for (const std::string& k : classes.names) {
      const std::string other = to_lower(k);
      if (other.empty() || !(mine.starts_with(other) || other.starts_with(mine))) continue;
      if (found != nullptr) return std::nullopt;
      found = &k;
    }
    if (found == nullptr || std::find(meant.begin(), meant.end(), *found) != meant.end()) return std::nullopt;
    meant.push_back(*found);
  }
  return meant;
}

}  // namespace dissent
