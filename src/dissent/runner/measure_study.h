// What a study measures of its finished runs: the basins, each run alone and between runs, and
// out-of-distribution detection. What is known already is not measured again.
#pragma once

#include <string>
#include <vector>

#include "dissent/run/train_options.h"
#include "dissent/study/claims.h"
#include "dissent/study/results.h"
#include "dissent/study/study_monitor.h"

namespace dissent {

// Of each run that no other process measures now; remarks say what could not be, and why.
void measure_runs(const Study& study, const std::vector<StudyRun>& runs, const ResultsFolder& results,
                  Claims& claims, const ExecutionOptions& execution, StudyMonitor& monitor,
                  std::vector<std::string>& remarks);

// Between runs, once all are there.
void measure_between(const Study& study, const std::vector<StudyRun>& runs, const ResultsFolder& results,
                     const ExecutionOptions& execution, StudyMonitor& monitor,
                     std::vector<std::string>& remarks);

}  // namespace dissent
