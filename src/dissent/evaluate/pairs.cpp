#include "dissent/evaluate/pairs.h"

#include <algorithm>
#include <map>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

// An option that a run's delivery or cut does not read is not among its options.
std::string value_of(const FinishedRun& run, const std::string& option) {
  const auto found = run.options.find(option);
  return found == run.options.end() ? "none" : found->second;
}

// Everything but the option compared and the seed.
Setting setting_of(const FinishedRun& run, const std::string& by) {
  Setting setting = run.options;
  setting.erase("seed");
  setting.erase(by);
  if (by == "delivery") {  // each delivery has options of its own
    for (const std::string_view name : find_delivery(run.spec.delivery).options_read())
      setting.erase(std::string(name));
  }
  if (by == "optimizer") {  // and so has each optimiser
    setting.erase("momentum");
    setting.erase("clip");
  }
  if (by == "schedule") setting.erase("warmup");
  if (by == "split") {
    for (const char* name : {"evaluation-share", "train-on", "evaluate-on"}) setting.erase(name);
  }
  return setting;
}

std::set<std::string> varying_options(const std::vector<FinishedRun>& runs, const std::string& by) {
  struct Seen {
    std::set<std::string> values;
    std::size_t runs = 0;
  };
  std::map<std::string, Seen> options;
  std::vector<Setting> settings;
  for (const FinishedRun& run : runs) {
    for (const auto& [name, value] : settings.emplace_back(setting_of(run, by))) {
      options[name].values.insert(value);
      ++options[name].runs;
    }
  }
  std::set<std::string> varying;
  for (const auto& [name, seen] : options) {
    if (seen.values.size() > 1 || seen.runs < runs.size()) varying.insert(name);
  }
  std::vector<const Setting*> pointers;
  for (const Setting& setting : settings) pointers.push_back(&setting);
  leave_out_what_data_decides(pointers, varying);
  return varying;
}

using BySeed = std::map<std::uint64_t, const FinishedRun*>;

std::string seeds_text(const BySeed& runs, const BySeed& others) {
  std::string text;
  for (const auto& [seed, run] : runs) {
    if (others.count(seed) == 0) text += fmt::format("{}{}", text.empty() ? "" : ", ", seed);
  }
  return text;
}

void check_known_option(const std::vector<FinishedRun>& runs, const std::string& by) {
  std::set<std::string_view> known;
  for (const FinishedRun& run : runs) {
    for (const auto& [name, value] : run.options) known.insert(name);
  }
  known.erase("seed");
  known.erase("data_hash");
  if (known.count(by) == 0) {
    fail("{}: {}", option("by"),
         unknown_name("option", by, std::vector<std::string_view>(known.begin(), known.end())));
  }
}

using ByValue = std::map<std::string, BySeed>;  // of the option compared

std::map<Setting, ByValue> group_runs(const std::vector<FinishedRun>& runs, const PairOptions& options) {
  std::map<Setting, ByValue> settings;
  std::set<std::string> values;
  for (const FinishedRun& run : runs) {
    const std::string value = value_of(run, options.by);
    values.insert(value);
    const auto [there, added] = settings[setting_of(run, options.by)][value].emplace(run.spec.seed, &run);
    if (!added) {
      const std::string difference = first_difference(there->second->spec, run.spec);
      fail("{} and {} are both {} {} with seed {}{}; compare fewer folders, or {} another option",
           there->second->folder.string(), run.folder.string(), options.by, value, run.spec.seed,
           difference.empty() ? "" : fmt::format(" ({})", difference), option("by"));
    }
  }
  if (values.count(options.baseline) == 0) {
    fail("{}: {}", option("baseline"),
         unknown_name(options.by, options.baseline,
                      std::vector<std::string_view>(values.begin(), values.end())));
  }
  if (values.size() < 2) {
    fail("every run has {} {}; there is nothing to compare it with", options.by, options.baseline);
  }
  return settings;
}

}  // namespace

Pairing pair_runs(const std::vector<FinishedRun>& runs, const PairOptions& options) {
  check_known_option(runs, options.by);
  const std::map<Setting, ByValue> settings = group_runs(runs, options);
  const std::set<std::string> varying = varying_options(runs, options.by);
  const DataNames names = data_names(runs);
  Pairing pairing;
  std::set<const FinishedRun*> partnered;
  std::vector<std::string> missing;
  for (const auto& [setting, groups] : settings) {
    const Setting named = named_options(setting, varying, names);
    const std::string at = named.empty() ? "" : fmt::format(" at {}", setting_text(named));
    const auto found = groups.find(options.baseline);
    const BySeed baseline = found == groups.end() ? BySeed{} : found->second;
    if (groups.size() == 1 && found != groups.end() && settings.size() > 1) {
      missing.push_back(fmt::format("only {} has runs{}", options.baseline, at));
    }
    const auto note_missing = [&](const std::string& who, const BySeed& mine, const std::string& whose,
                                  const BySeed& theirs) {
      const std::string seeds = seeds_text(theirs, mine);
      if (!seeds.empty()) {
        missing.push_back(fmt::format("{} has no run with seed {}{}, which {} has", who, seeds, at, whose));
      }
    };
    for (const auto& [value, by_seed] : groups) {
      if (value == options.baseline) continue;
      PairedRuns paired{named, value, {}};
      for (const auto& [seed, run] : by_seed) {
        const auto partner = baseline.find(seed);
        if (partner == baseline.end()) continue;
        paired.pairs.push_back({run, partner->second, seed});
        partnered.insert({run, partner->second});
      }
      note_missing(options.baseline, baseline, value, by_seed);
      note_missing(value, by_seed, options.baseline, baseline);
      if (!paired.pairs.empty()) pairing.groups.push_back(std::move(paired));
    }
  }
  pairing.unpaired = runs.size() - partnered.size();
  if (!missing.empty() && !options.drop_unpaired) {
    fail("not every run has a partner: {}{}; train what is missing, or {}", missing[0],
         missing.size() > 1 ? fmt::format(" (and {} more such gaps)", missing.size() - 1) : "",
         option("drop-unpaired"));
  }
  if (pairing.groups.empty()) fail("no two runs differ only in {}: {}", options.by, missing[0]);
  std::stable_sort(pairing.groups.begin(), pairing.groups.end(),
                   [](const PairedRuns& a, const PairedRuns& b) {
                     if (a.setting != b.setting) {
                       const std::string first = setting_text(a.setting), second = setting_text(b.setting);
                       return first.size() != second.size() ? first.size() < second.size() : first < second;
                     }
                     const auto x = parse_double(a.group), y = parse_double(b.group);
                     return x && y && *x < *y;  // 5 before 10; names stay in their order
                   });
  return pairing;
}

}  // namespace dissent
