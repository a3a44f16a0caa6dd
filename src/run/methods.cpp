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

std::set<std::string> varying_options(const std::vector<const Setting*>& settings,
                                      const std::set<std::string>& except) {
  std::map<std::string, std::set<std::string>> values;
  for (const Setting* setting : settings) {
    for (const auto& [name, value] : *setting) values[name].insert(value);
  }
  std::set<std::string> varying;
  for (const auto& [name, seen] : values) {
    if (seen.size() > 1 && name != "seed" && name != "delivery" && except.count(name) == 0)
      varying.insert(name);
  }
  return varying;
}

std::string method_name(const std::string& delivery, const std::string& setting) {
  return setting.empty() ? delivery : fmt::format("{} ({})", delivery, setting);
}

std::vector<Method> methods_of(const std::vector<FinishedRun>& runs) {
  std::vector<const Setting*> settings;
  for (const FinishedRun& run : runs) settings.push_back(&run.options);
  const std::set<std::string> varying = varying_options(settings);
  std::map<std::string, Method> methods;
  for (const FinishedRun& run : runs) {
    const std::string name = method_name(run.spec.delivery, setting_text(run.options, varying));
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
