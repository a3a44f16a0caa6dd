#include "dissent/run/run_methods.h"

#include <algorithm>

#include "dissent/core/error.h"

namespace dissent {

DataNames data_names(std::span<const FinishedRun> runs) {
  DataNames names;
  std::map<std::string, std::set<std::string>> hashes;  // by name
  for (const FinishedRun& run : runs) {
    names.emplace(run.spec.data_hash, run.spec.data);
    hashes[run.spec.data].insert(run.spec.data_hash);
  }
  std::erase_if(names, [&](const auto& one) { return hashes.at(one.second).size() > 1; });
  return names;
}

Setting named_options(const Setting& setting, const std::set<std::string>& named, const DataNames& data) {
  Setting chosen;
  for (const auto& [name, value] : setting) {
    if (named.count(name) == 0) continue;
    if (name == "data_hash") {
      const auto known = data.find(value);
      chosen["data"] = known != data.end() ? known->second : value.substr(0, 12);
    } else {
      chosen[name] = value;
    }
  }
  return chosen;
}

std::string setting_text(const Setting& setting) {
  std::string text;
  for (const auto& [name, value] : setting)
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
  return text;
}

std::string setting_text(const Setting& setting, const std::set<std::string>& named, const DataNames& data) {
  return setting_text(named_options(setting, named, data));
}

void leave_out_what_data_decides(const std::vector<const Setting*>& settings,
                                 std::set<std::string>& varying) {
  if (varying.count("data_hash") == 0) return;
  std::erase_if(varying, [&](const std::string& option) {
    if (option == "data_hash") return false;
    std::map<std::string, std::set<std::string>> values;  // by data
    for (const Setting* setting : settings) {
      const auto found = setting->find(option);
      values[setting->at("data_hash")].insert(found == setting->end() ? "" : found->second);
    }
    return std::all_of(values.begin(), values.end(), [](const auto& one) { return one.second.size() == 1; });
  });
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
  leave_out_what_data_decides(settings, varying);
  return varying;
}

std::string MethodKey::name() const {
  return settings.empty() ? method : fmt::format("{} ({})", method, setting_text(settings));
}

MethodKey method_key(const FinishedRun& run, const std::set<std::string>& varying, const DataNames& data) {
  return {run.spec.delivery, named_options(run.options, varying, data)};
}

std::vector<Method> methods_of(const std::vector<FinishedRun>& runs) {
  std::vector<const Setting*> settings;
  for (const FinishedRun& run : runs) settings.push_back(&run.options);
  const std::set<std::string> varying = varying_options(settings);
  const DataNames names = data_names(runs);
  std::map<MethodKey, Method> methods;
  for (const FinishedRun& run : runs) {
    const MethodKey key = method_key(run, varying, names);
    Method& method = methods[key];
    method.key = key;
    method.runs.push_back(&run);
  }
  std::vector<Method> result;
  for (auto& [key, method] : methods) {
    const auto seed = [](const FinishedRun* run) { return run->spec.seed; };
    std::stable_sort(method.runs.begin(), method.runs.end(),
                     [&](const FinishedRun* a, const FinishedRun* b) { return seed(a) < seed(b); });
    for (std::size_t i = 1; i < method.runs.size(); ++i) {
      if (seed(method.runs[i - 1]) == seed(method.runs[i])) {
        fail("{} and {} are both {} with seed {}; give one of them", method.runs[i - 1]->folder.string(),
             method.runs[i]->folder.string(), key.name(), seed(method.runs[i]));
      }
    }
    result.push_back(std::move(method));
  }
  return result;
}

}  // namespace dissent
