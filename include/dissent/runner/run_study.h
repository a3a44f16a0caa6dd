// A study carried out: its missing runs trained, what it asks for measured, and its tables, tests and figures
// written. What is done is not done again.
#pragma once

#include <cstddef>
#include <filesystem>

#include "dissent/runner/study_execution.h"
#include "dissent/study/choose_runs.h"
#include "dissent/study/study_monitor.h"
#include "dissent/study/study_summary.h"

namespace dissent {

struct RunStudyOptions {
  StudyChoice choice;
  std::filesystem::path results;  // folder of results; several studies may share one
  StudyExecutionOptions how = {};
};

struct StudyResult {
  std::size_t wanted = 0;        // runs that were asked for
  StudyExecution execution;      // where it was stopped, the summary is empty
  StudySummary summary;          // of all runs of the study that are finished by now
  std::filesystem::path folder;  // of the study's tables, tests and figures
};

// Throws where the study file, an option or the data is wrong, before anything is made; a run that fails does
// not throw, but stands among the failures. Asked to stop while runs are trained, it returns what was done;
// while something is measured or written, it throws Stopped, and what was measured is kept.
StudyResult run_study(const RunStudyOptions& options, StudyMonitor& monitor = StudyMonitor::quiet());

}  // namespace dissent
