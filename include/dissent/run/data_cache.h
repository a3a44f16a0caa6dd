// Data sets and what was encoded of them, each loaded once and kept while the cache lives. Operations own one
// or are given one; several threads may use it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "dissent/data/dataset.h"
#include "dissent/run/input_cache.h"
#include "dissent/run/run_set.h"

namespace dissent {

class DataCache {
 public:
  // A name of `dissent data list`, or a manifest's path. Throws where it cannot be loaded.
  const Dataset& named(const std::string& name);
  // The data that the run was trained on. Throws where what lies there now has another hash.
  const Dataset& of(const FinishedRun& run);

  InputCache& inputs() { return inputs_; }

 private:
  const Dataset& load(const std::string& name);

  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();  // the cache can be moved
  std::map<std::string, std::shared_ptr<const Dataset>> by_name_, by_hash_;
  InputCache inputs_;
};

}  // namespace dissent
