// Runs that differ in nothing but their seed, together: a method.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "dissent/run/run_set.h"

namespace dissent {

using Setting = std::map<std::string, std::string>;  // values of options, by their keys

// Names of data by hash, where a name stands for one content.
using DataNames = std::map<std::string, std::string>;
DataNames data_names(std::span<const FinishedRun> runs);

// Those options of a setting that are in `named`. data_hash becomes `data`: its name, or the first digits of
// its hash where it has none.
Setting named_options(const Setting& setting, const std::set<std::string>& named, const DataNames& data = {});
// "lr=0.1, votes-per-item=5": every option of the setting; empty where it has none.
std::string setting_text(const Setting& setting);
// The text of named_options().
std::string setting_text(const Setting& setting, const std::set<std::string>& named,
                         const DataNames& data = {});
// Of options that vary, takes out those that vary only as the data does, where the data varies.
void leave_out_what_data_decides(const std::vector<const Setting*>& settings, std::set<std::string>& varying);

// The options that differ among settings, but for the seed, the delivery and those named.
std::set<std::string> varying_options(const std::vector<const Setting*>& settings,
                                      const std::set<std::string>& except = {});

// What sets runs apart, but for their seed: how labels are delivered, and the options that differ.
struct MethodKey {
  std::string method;        // the delivery
  Setting settings = {};     // values of the options that differ among the runs that are looked at
  std::string name() const;  // "sls", or "sls (votes-per-item=5)" where settings set it apart
  friend auto operator<=>(const MethodKey&, const MethodKey&) = default;  // NOLINT(modernize-use-nullptr)
};
// The key of a run, where these options differ.
MethodKey method_key(const FinishedRun& run, const std::set<std::string>& varying, const DataNames& data);

struct Method {
  MethodKey key;
  std::vector<const FinishedRun*> runs;  // by seed
};
// By delivery and setting. The methods point to `runs`, which must stay. Two runs of one method and seed are
// an error.
std::vector<Method> methods_of(const std::vector<FinishedRun>& runs);
std::vector<Method> methods_of(std::vector<FinishedRun>&& runs) = delete;

}  // namespace dissent
