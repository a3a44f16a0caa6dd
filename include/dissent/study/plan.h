// A study's runs against their data: every option resolved and checked, each run with its id and its folder's
// name, and everything that could fail after hours found before the first of them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "dissent/run/data_cache.h"
#include "dissent/run/run_set.h"
#include "dissent/study/study.h"

namespace dissent {

struct StudyRun {
  RunSpec spec;                                // resolved()
  std::string id;                              // run_id()
  std::string name;                            // "sls-seed0-fd12557fbc59d625": its folder
  std::map<std::string, std::string> options;  // study_options()
};

// In the order of the file; what the grid has twice is there once. An error names the place in the file:
// methods that the data cannot serve, cuts that ask for more votes than there are, options that make no
// sense.
std::vector<StudyRun> plan_study(const Study& study, DataCache& data, bool cuda);

// The same without the data: its hash, and what `auto` stands for, are taken from finished runs of data of
// that name. Nothing is checked. Runs of data that no finished run knows have ids that no run will have.
std::vector<StudyRun> plan_from_records(const Study& study, std::span<const FinishedRun> known);

}  // namespace dissent
