// Training as values: what is asked for, what can be watched while runs train, and what comes out. Known
// without torch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dissent/core/monitor.h"
#include "dissent/run/run_record.h"
#include "dissent/run/train_options.h"

namespace dissent {

// One run for every delivery and seed, all with the same options.
struct TrainJob {
  std::string data;  // a name of `dissent data list`, or a manifest's path
  std::vector<std::string> deliveries{"soft"};
  // A seed decides split, cut, initial weights, batch order, augmentation and labels.
  std::vector<std::uint64_t> seeds{0};
  // The run's folder; of several runs, the folder that holds DELIVERY-seedN of each.
  std::filesystem::path output = {};
  TrainOptions train = {};
  EncoderOptions encoder = {};
  DeliveryOptions delivery = {};
  CutOptions cut = {};
  SplitOptions split = {};
  ExecutionOptions execution = {};
};

// One run of a job.
struct RunRequest {
  RunSpec spec;  // resolved()
  std::filesystem::path folder;
  bool keep_best = true, keep_last = true;  // weights; what is not kept is not written either
};

struct RunProgress {
  std::string run;  // its folder's name
  int epoch = 0;    // the one that is being trained, from 1
  int epochs = 0;
  std::int64_t step = 0;         // steps of the epoch that are done
  std::int64_t steps = 0;        // in an epoch
  std::int64_t steps_here = 0;   // trained by this process
  double train_loss = 0;         // of the last whole epoch
  double soft_nll = 0;           // of the last evaluation; 0 before the first
  double images_per_second = 0;  // training alone; 0: not known yet
  double seconds_left = 0;       // of this run; 0: not known yet
};

// What training tells while it goes on. stopping() may be asked by several threads at once; the others are
// called by one thread at a time.
class TrainMonitor : public Monitor {
 public:
  // After every epoch, and on the CPU after every step: the run that moved, and how many runs are done.
  virtual void run_moved(const RunProgress& run, std::size_t done) {
    static_cast<void>(run), static_cast<void>(done);
  }

  // A monitor that tells nobody and never stops.
  static TrainMonitor& quiet() {
    static TrainMonitor monitor;
    return monitor;
  }
};

struct RunResult {
  std::filesystem::path folder;
  RunRecord record;
  bool was_there = false;  // it was finished before, and was not trained again
};

struct TrainFailure {
  std::filesystem::path folder;
  std::string reason;  // one line, as Error::message() has it: decorated() writes its options
  // The machine refused something (space, a permission): the run is not at fault, and the same call may
  // succeed later.
  bool by_machine = false;
};

struct TrainResult {
  std::vector<RunResult> runs;  // finished, in the order of the requests
  std::vector<TrainFailure> failures;
  std::vector<RunRequest> left_to_others;  // runs that other processes train
  bool stopped = false;                    // left unfinished; the same call goes on from the saved states
};

}  // namespace dissent
