// How far a study is: the state of each of its runs, and how long the missing ones will take.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dissent/core/choice.h"
#include "dissent/study/choose_runs.h"
#include "dissent/study/estimate.h"

namespace dissent {

// Begun: a state of it is saved, and nobody works on it now.
enum class RunState { done, running, failed, begun, missing };
template <>
struct Choices<RunState> {
  static constexpr Choice<RunState> list[] = {{RunState::done, "done"},
                                              {RunState::running, "running"},
                                              {RunState::failed, "failed"},
                                              {RunState::begun, "begun"},
                                              {RunState::missing, "missing"}};
};

struct RunStatus {
  StudyRun run;
  std::optional<RunState> state;  // none where no folder of results was asked about
  std::string failure = {};       // why it failed, in a line; a run that is tried again has one, too
};

struct StudyStatus {
  std::string study, about;
  std::vector<RunStatus> runs;    // those that were chosen
  bool has_results = false;       // a folder of results was asked about
  std::size_t missing = 0;        // runs that are not done
  TimeEstimate time;              // of the missing runs' training
  std::set<std::string> varying;  // the options that set the study's runs apart, but for delivery and seed
  std::vector<std::string> tables, tests, figures;  // names of what the study asks for
};

struct ShowStudyOptions {
  StudyChoice choice;
  std::filesystem::path results;              // folder of results; empty: what is done is not asked
  DeviceKind device = DeviceKind::automatic;  // where the runs would be trained: cpu, cuda or auto
};
// Trains and writes nothing. Throws where choose_runs() does, where the folder is none of results, and where
// its runs were trained on other data of the same name.
StudyStatus show_study(const ShowStudyOptions& options);

}  // namespace dissent
