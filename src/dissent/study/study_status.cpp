#include "dissent/study/study_status.h"

#include <algorithm>
#include <set>

#include "dissent/io/folder.h"
#include "dissent/run/run_methods.h"
#include "dissent/study/claims.h"
#include "dissent/study/results.h"

namespace dissent {
namespace {

RunState state_of(const StudyRun& run, const ResultsFolder& results, const std::set<std::string>& claimed) {
  if (results.done(run)) return RunState::done;
  if (claimed.count(run.name) > 0) return RunState::running;
  if (results.failure(run)) return RunState::failed;
  std::filesystem::path partial = results.run(run);
  partial += ".partial";
  return is_there(partial) ? RunState::begun : RunState::missing;
}

template <class Entries>
std::vector<std::string> names_in(const Entries& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

}  // namespace

StudyStatus show_study(const ShowStudyOptions& options) {
  const bool cuda = gpu_is_likely(options.device);
  ChosenRuns chosen = choose_runs(options.choice, cuda);
  StudyStatus status;
  status.study = chosen.study.name;
  status.about = chosen.study.about;
  status.has_results = !options.results.empty();
  for (const StudyRun& run : chosen.wanted) status.runs.push_back({run, std::nullopt});
  std::vector<const Setting*> settings;
  for (const StudyRun& run : chosen.runs) settings.push_back(&run.options);
  status.varying = varying_options(settings, {"data_hash"});
  status.tables = names_in(chosen.study.tables);
  status.tests = names_in(chosen.study.tests);
  status.figures = names_in(chosen.study.figures);
  std::vector<FinishedRun> finished;
  if (status.has_results) {
    const ResultsFolder results(options.results);
    results.check_same_data(chosen.runs);
    std::set<std::string> claimed;
    for (const Claims::Held& claim : Claims(results.claims()).held()) claimed.insert(claim.name);
    finished = results.finished(chosen.runs);
    for (RunStatus& one : status.runs) {
      one.state = state_of(one.run, results, claimed);
      one.failure = results.failure(one.run).value_or("");
    }
  }
  std::vector<StudyRun> missing;
  for (const RunStatus& one : status.runs) {
    if (one.state != RunState::done) missing.push_back(one.run);
  }
  status.missing = missing.size();
  status.time = estimate_time(missing, chosen.data, finished, cuda);
  return status;
}

}  // namespace dissent
