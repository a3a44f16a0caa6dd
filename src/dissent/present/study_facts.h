// Where a study's numbers come from: data, training, machines, what is missing, and how to make them again.
#pragma once

#include "dissent/present/document.h"
#include "dissent/study/plan.h"
#include "dissent/study/results.h"
#include "dissent/study/values.h"

namespace dissent {

// Runs that are not there, with reasons where they failed: "21 of 24 runs are finished; ..."; empty where all
// are.
std::vector<std::string> missing_runs(const std::vector<StudyRun>& planned, const ResultsFolder& results);

Verbatim study_file(const Study& study);

std::vector<ReportBlock> study_facts(const Study& study, const std::vector<StudyRun>& planned,
                                     const StudyValues& values, const std::vector<std::string>& remarks);

}  // namespace dissent
