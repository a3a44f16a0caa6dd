// Writes what a study found into its folder of results: the study file, the table of runs (CSV and SQLite),
// tables, tests, the data of figures, and summary.json.
#pragma once

#include <vector>

#include "dissent/core/monitor.h"
#include "dissent/study/results.h"
#include "dissent/study/study_summary.h"

namespace dissent {

// `runs`: those of the study that are meant; of these, what is finished counts. What cannot be made any more
// stays as it was written. Throws where a file cannot be written, and where `monitor` asks to stop.
StudySummary write_study_outputs(const Study& study, const std::vector<StudyRun>& runs,
                                 const ResultsFolder& results, Monitor& monitor = Monitor::quiet());

}  // namespace dissent
