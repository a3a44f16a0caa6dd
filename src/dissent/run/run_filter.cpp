#include "dissent/run/run_filter.h"

#include <algorithm>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/ranges.h"
#include "dissent/core/text.h"
#include "dissent/run/run_options.h"

namespace dissent {
namespace {

constexpr std::size_t kMostNamed = 20;      // values in a message
constexpr const char* kNotStated = "none";  // of an option that a run does not read

bool is_run_option(std::string_view name) {
  const std::vector<std::string_view> names = run_option_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

// "delivery: majority, sls, soft": what the runs have of an option.
std::string values_text(const std::string& name,
                        const std::vector<std::map<std::string, std::string>>& runs) {
  std::set<std::string> values;
  for (const auto& options : runs) {
    const auto found = options.find(name);
    values.insert(found == options.end() ? kNotStated : found->second);
  }
  std::vector<std::string> named(values.begin(), values.end());
  const std::size_t more = named.size() > kMostNamed ? named.size() - kMostNamed : 0;
  named.resize(named.size() - more);
  return fmt::format("{} is {}{}", name, join(named, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace

bool Filter::matches(const std::map<std::string, std::string>& options) const {
  return std::all_of(wanted.begin(), wanted.end(), [&](const auto& one) {
    const auto found = options.find(one.first);
    const std::string value = found == options.end() ? kNotStated : found->second;
    return std::find(one.second.begin(), one.second.end(), value) != one.second.end();
  });
}

Filter parse_filter(std::string_view text, std::string_view flag) {
  Filter filter;
  for (const std::string& part : split(text, ';')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) {
      fail("{} {}: give OPTION=VALUES, as in delivery=sls,soft;seed=0..2", flag, in_quotes(text));
    }
    const std::string option(trim(std::string_view(part).substr(0, equals)));
    std::vector<std::string> values;
    for (const std::string& value : split(std::string_view(part).substr(equals + 1), ',')) {
      if (value.find("..") != std::string::npos && option != "data") {
        for (const std::uint64_t number : parse_numbers(value, flag))
          values.push_back(std::to_string(number));
        continue;
      }
      try {
        values.push_back(option_value(option, trim(value)));
      } catch (const Error& error) {
        if (trim(value) == kNotStated && is_run_option(option)) {
          values.emplace_back(kNotStated);
          continue;
        }
        throw Error(fmt::format("{} {}: {}", flag, in_quotes(text), error.what()));
      }
    }
    filter.wanted.emplace_back(option, std::move(values));
  }
  return filter;
}

std::vector<FinishedRun> runs_passing(std::vector<FinishedRun> runs, std::span<const std::string> only) {
  if (only.empty()) return runs;
  std::vector<Filter> filters;
  for (const std::string& text : only) filters.push_back(parse_filter(text, option("only")));
  std::vector<std::map<std::string, std::string>> options;
  for (const FinishedRun& run : runs) options.push_back(study_options(run.spec));
  std::vector<FinishedRun> passing;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool passes = std::all_of(filters.begin(), filters.end(),
                                    [&](const Filter& filter) { return filter.matches(options[i]); });
    if (passes) passing.push_back(std::move(runs[i]));
  }
  if (!passing.empty()) return passing;
  std::vector<std::string> known;
  for (const Filter& filter : filters) {
    for (const auto& [name, values] : filter.wanted) known.push_back(values_text(name, options));
  }
  fail("{} {}: none of the {} runs is asked for; among them {}", option("only"), join(only, " "),
       options.size(), join(known, "; "));
}

}  // namespace dissent
