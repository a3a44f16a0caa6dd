// Carries a study out: trains its missing runs side by side, measures what the study asks for, and leaves
// nothing half-done. Several processes, also on several machines, may work on one folder of results: each run
// is trained by one of them. Killed at any moment, the next call goes on from the last saved states.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "dissent/study/claims.h"
#include "dissent/study/plan.h"
#include "dissent/study/results.h"
#include "dissent/train/trainer.h"

namespace dissent {

struct ConductOptions {
  ExecutionOptions execution;
  bool retry_failed = false;
  bool wait = true;     // until other processes have done what they work on
  bool measure = true;  // what the study asks for, once trained
};

// A look at the whole, for people.
struct StudyProgress {
  std::size_t runs = 0, done = 0, failed = 0;
  std::map<std::string, RunProgress> running;  // here, by name
  std::vector<Claims::Held> elsewhere;         // in other processes
  double seconds_left = 0;                     // of training, at the speed so far; 0: not known
  std::string measuring;                       // what is measured now; empty while training
};

struct ConductHooks {
  std::function<bool()> stop = [] { return false; };
  std::function<void(const StudyProgress&)> progress = [](const StudyProgress&) {};
  // While measuring, called often; may throw to stop.
  std::function<void()> pulse = [] {};
  std::function<void(const std::string&)> note = [](const std::string&) {};  // one line for the user
};

struct Conducted {
  std::size_t trained = 0;                                    // here, now
  std::vector<std::pair<std::string, std::string>> failures;  // run and reason, old ones too
  std::vector<std::string> remarks;                           // what could not be measured, and why
  std::vector<std::string> elsewhere;                         // runs that other processes have
  bool stopped = false;
  std::int64_t steps = 0;  // of training, here
  double seconds = 0;      // from start to the last run's end: start-up, evaluation and files included
};

// `wanted`: those of the study's runs that are to be done now. Checks space and models first.
Conducted conduct_study(const Study& study, const std::vector<StudyRun>& wanted, const ResultsFolder& results,
                        StudyData& data, const ConductOptions& options, const ConductHooks& hooks);

}  // namespace dissent
