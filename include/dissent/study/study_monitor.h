// What the run of a study tells while it goes on.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dissent/core/monitor.h"

namespace dissent {

struct RunUnderWay {
  std::string name;           // of its folder
  int epoch = 0, epochs = 0;  // epoch 0: it starts
  double soft_nll = 0;        // of the last evaluation; 0: none yet
  bool elsewhere = false;     // in another process
};

// A look at the whole study.
struct StudyProgress {
  std::string study;  // its name
  std::size_t runs = 0, done = 0, failed = 0;
  std::vector<RunUnderWay> running;  // those here first, by name
  double seconds_left = 0;           // of training, at the speed so far; 0: not known
  std::string measuring;             // what is measured now; empty while training
};

class StudyMonitor : public Monitor {
 public:
  // Called often, by one thread at a time.
  virtual void study_moved(const StudyProgress& now) { static_cast<void>(now); }

  static StudyMonitor& quiet() {
    static StudyMonitor monitor;
    return monitor;
  }
};

}  // namespace dissent
