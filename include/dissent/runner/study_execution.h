// How a study's runs are carried out, and what came of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dissent/run/train_options.h"

namespace dissent {

struct StudyExecutionOptions {
  ExecutionOptions execution;
  bool retry_failed = false;  // try runs again that failed before
  bool wait = true;           // until other processes have done what they work on
  bool measure = true;        // what the study asks for, once trained
  // After how long without a sign the runs of a process on another machine are taken over; the same for all
  // processes that share a folder of results.
  double claim_seconds = 60;
};

struct RunFailure {
  std::string run;          // the name of its folder
  std::string reason;       // in one line
  bool by_machine = false;  // such as a full disk: the next call tries it again; else only with retry_failed
};

// What was done here, and what is left.
struct StudyExecution {
  std::size_t trained = 0;             // runs, here and now
  std::vector<RunFailure> failures;    // of the runs that were asked for, those of earlier calls too
  std::vector<std::string> remarks;    // what could not be measured, and why
  std::vector<std::string> elsewhere;  // names of runs that other processes have under way
  bool stopped = false;                // as the monitor asked; the same call goes on
  std::int64_t steps = 0;              // of training, here
  double seconds = 0;  // from start to the last run's end: start-up, evaluation and files included
};

}  // namespace dissent
