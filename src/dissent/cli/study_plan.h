// What the commands of `dissent study` share: which runs are meant, and what is written about them.
#pragma once

#include <string>
#include <vector>

#include "dissent/cli/torch_commands.h"
#include "dissent/io/json.h"
#include "dissent/study/plan.h"
#include "dissent/study/results.h"

namespace dissent::cli {

// A study against its data, and those of its runs that the arguments ask for.
struct PlannedStudy {
  Study study;
  StudyData data;
  std::vector<StudyRun> runs;    // of the study
  std::vector<StudyRun> wanted;  // of these, by --only and --runs
};
// --only or --runs that leave nothing are an error.
PlannedStudy plan_from(const StudyArguments& arguments, bool cuda);

// Writes DIR/STUDY: the study file, the table of runs, tables, tests and figures, and summary.json.
struct StudyOutputs {
  Json summary;
  std::string text;  // tables and tests for a terminal
};
StudyOutputs write_outputs(const Study& study, const std::vector<StudyRun>& runs,
                           const ResultsFolder& results);

}  // namespace dissent::cli
