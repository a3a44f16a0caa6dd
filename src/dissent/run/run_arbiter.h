// Who may train a run, where several processes share one folder of results.
#pragma once

#include <string>

#include "dissent/run/training.h"

namespace dissent {

// One call at a time.
class RunArbiter {
 public:
  virtual ~RunArbiter() = default;
  // Asked before a run that is not there is begun: whether it is for this process to train.
  virtual bool take(const RunRequest& request) {
    static_cast<void>(request);
    return true;
  }
  // Asked after each epoch: whether another process took it over. Such a run is left as it is.
  virtual bool lost(const RunRequest& request) {
    static_cast<void>(request);
    return false;
  }
  // Asked of a run that failed: whether it is certain to be this process's still. One that another took over
  // may fail because of that, and is not for this process to judge.
  virtual bool ours(const RunRequest& request) {
    static_cast<void>(request);
    return true;
  }
  // Called after a run that was taken, when it is finished, has failed, or is left unfinished.
  // `failure`: why it failed; null where it did not.
  virtual void leave(const RunRequest& request, bool finished, const TrainFailure* failure) {
    static_cast<void>(request), static_cast<void>(finished), static_cast<void>(failure);
  }
  // Whether other processes may be at work on the same runs: a folder that one of them has is then left to
  // it.
  virtual bool shares() const { return false; }

  // Every run is for this process.
  static RunArbiter& alone() {
    static RunArbiter arbiter;
    return arbiter;
  }
};

}  // namespace dissent
