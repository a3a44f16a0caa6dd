// The data of finished runs: each data set is loaded once, and checked against the runs' hash.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "dissent/data/dataset.h"
#include "dissent/run/run_set.h"

namespace dissent {

class RunDatasets {
 public:
  const Dataset& of(const FinishedRun& run);

 private:
  std::map<std::string, std::unique_ptr<Dataset>> by_hash_;
};

}  // namespace dissent
