#include "dissent/study/choose_runs.h"

#include <algorithm>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"

namespace dissent {

ChosenRuns choose_runs(const StudyChoice& choice, bool cuda) {
  ChosenRuns chosen;
  chosen.study = read_study(choice.file, choice.seeds);
  chosen.runs = plan_study(chosen.study, chosen.data, cuda);
  std::vector<Filter> filters;
  for (const std::string& text : choice.only) filters.push_back(parse_filter(text, option("only")));
  std::set<std::string> listed;
  if (!choice.run_list.empty()) {
    for (const std::string& line : split(read_file(choice.run_list), '\n')) {
      if (!trim(line).empty()) listed.emplace(trim(line));
    }
  }
  for (const StudyRun& run : chosen.runs) {
    const bool passes = std::all_of(filters.begin(), filters.end(),
                                    [&](const Filter& filter) { return filter.matches(run.options); });
    if (passes && (choice.run_list.empty() || listed.count(run.id) > 0)) chosen.wanted.push_back(run);
  }
  if (chosen.wanted.empty()) {
    fail("{}: none of its {} runs is asked for; see `dissent study show {}`", choice.file.string(),
         chosen.runs.size(), choice.file.string());
  }
  return chosen;
}

bool gpu_is_likely(DeviceKind device) {
  return device == DeviceKind::cuda ||
         (device == DeviceKind::automatic && std::filesystem::exists("/dev/nvidia0"));
}

}  // namespace dissent
