#include "run/methods.h"

#include <algorithm>

#include "core/error.h"

namespace dissent {

std::string setting_text(const Setting& setting, const std::set<std::string>& named) {
  std::string text;
  for (const auto& [name, value] : setting) {
    if (named.count(name) == 0) continue;
    const bool hash = name == "data_hash";
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", hash ? "data" : name,
                        hash ? value.substr(0, 12) : value);
  }
  return text;
}

std::vector<Method> methods_of(const std::vector<FinishedRun>& runs) {
  std::map<std::string, std::set<std::string>> values;
  for (const FinishedRun& run : runs) {
    for (const auto& [name, value] : run.options) values[name].insert(value);
  }
  std::set<std::string> varying;
  for (const auto& [name, seen] : values) {
    if (seen.size() > 1 && name != "seed" && name != "delivery") varying.insert(name);
  }
  std::map<std::string, Method> methods;
  for (const FinishedRun& run : runs) {
    const std::string text = setting_text(run.options, varying);
    const std::string name = run.spec.delivery + (text.empty() ? "" : fmt::format(" ({})", text));
    Method& method = methods[name];
    method.name = name;
    method.runs.push_back(&run);
  }
  std::vector<Method> result;
  for (auto& [name, method] : methods) {
    const auto seed = [](const FinishedRun* run) { return run->spec.seed; };
    std::stable_sort(method.runs.begin(), method.runs.end(),
                     [&](const FinishedRun* a, const FinishedRun* b) { return seed(a) < seed(b); });
    for (std::size_t i = 1; i < method.runs.size(); ++i) {
      if (seed(method.runs[i - 1]) == seed(method.runs[i])) {
        fail("{} and {} are both {} with seed {}; give one of them", method.runs[i - 1]->folder.string(),
             method.runs[i]->folder.string(), name, seed(method.runs[i]));
      }
    }
    result.push_back(std::move(method));
  }
  return result;
}

}  // namespace dissent
