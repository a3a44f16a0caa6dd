#include "dissent/runner/run_study.h"

#include "dissent/present/study_outputs.h"
#include "dissent/runner/execute_study.h"
#include "dissent/train/torch_errors.h"
#include "dissent/train/trainer.h"

namespace dissent {

StudyResult run_study(const RunStudyOptions& options, StudyMonitor& monitor) {
  const TorchScope scope(options.how.execution);
  ChosenRuns chosen = choose_runs(options.choice, use_cuda(options.how.execution));
  const ResultsFolder results(options.results);
  results.check_same_data(chosen.runs);
  StudyResult result;
  result.wanted = chosen.wanted.size();
  result.folder = results.path() / chosen.study.name;
  with_clear_errors([&] {
    result.execution = execute_study(chosen.study, chosen.wanted, results, chosen.data, options.how, monitor);
  });
  if (!result.execution.stopped)
    result.summary = write_study_outputs(chosen.study, chosen.runs, results, monitor);
  return result;
}

}  // namespace dissent
