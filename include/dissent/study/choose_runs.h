// Which runs of which study are meant: a study read from its file, laid against its data, and narrowed by
// filters and by a list of ids.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dissent/study/plan.h"

namespace dissent {

struct StudyChoice {
  std::filesystem::path file;             // of the study
  std::vector<std::uint64_t> seeds = {};  // instead of the file's; empty: the file's
  std::vector<std::string> only = {};     // filters, as "delivery=sls,soft;seed=0..2"; all must hold
  std::filesystem::path run_list = {};    // a file of run ids, a line each; empty: all runs
};

struct ChosenRuns {
  Study study;
  DataCache data;
  std::vector<StudyRun> runs;    // all of the study
  std::vector<StudyRun> wanted;  // of these, what was chosen; never empty
};
// Throws where plan_study() does, and where nothing is left.
ChosenRuns choose_runs(const StudyChoice& choice, bool cuda);

// Whether `device` (cpu, cuda or auto) will be a GPU, told without asking libtorch.
bool gpu_is_likely(DeviceKind device);

}  // namespace dissent
