// A study's missing runs given to a Slurm cluster: each task of the job array runs this program on its share.
#pragma once

#include <cstddef>
#include <filesystem>

#include "dissent/run/train_options.h"
#include "dissent/study/choose_runs.h"
#include "dissent/study/slurm.h"

namespace dissent {

struct SubmitStudyOptions {
  StudyChoice choice;
  std::filesystem::path results;       // folder of results
  std::filesystem::path program = {};  // whose `study run` the tasks call; empty: this process's own
  ExecutionOptions execution;
  SlurmOptions slurm;
  bool retry_failed = false;  // runs that failed before, too
  double claim_seconds = 60;  // as StudyExecutionOptions has it
};

struct StudySubmission {
  std::size_t runs = 0;  // 0: nothing was submitted, since every run is done or has failed
  SlurmJob job;
};
// Throws where choose_runs() and submit_slurm() do.
StudySubmission submit_study(const SubmitStudyOptions& options);

}  // namespace dissent
