// Trains a study's missing runs side by side and measures what the study asks for. Several processes, also on
// several machines, may work on one folder of results: each run is trained by one of them. Killed at any
// moment, the next call goes on from the last saved states.
#pragma once

#include <vector>

#include "dissent/runner/study_execution.h"
#include "dissent/study/plan.h"
#include "dissent/study/results.h"
#include "dissent/study/study_monitor.h"

namespace dissent {

// `wanted`: those of the study's runs that are to be done now. Checks space and models first. Throws Stopped
// where the monitor asks to stop while something is measured.
StudyExecution execute_study(const Study& study, const std::vector<StudyRun>& wanted,
                             const ResultsFolder& results, DataCache& data,
                             const StudyExecutionOptions& options,
                             StudyMonitor& monitor = StudyMonitor::quiet());

}  // namespace dissent
