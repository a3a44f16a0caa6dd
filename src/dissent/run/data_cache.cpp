#include "dissent/run/data_cache.h"

#include "dissent/core/error.h"
#include "dissent/store/loaders.h"

namespace dissent {

const Dataset& DataCache::load(const std::string& name) {
  std::shared_ptr<const Dataset>& known = by_name_[name];
  if (!known) {
    auto loaded = std::make_shared<const Dataset>(load_dataset_named(name));
    known = by_hash_.emplace(loaded->hash, loaded).first->second;  // equal content is kept once
  }
  return *known;
}

const Dataset& DataCache::named(const std::string& name) {
  const std::lock_guard lock(*mutex_);
  return load(name);
}

const Dataset& DataCache::of(const FinishedRun& run) {
  const std::lock_guard lock(*mutex_);
  const auto known = by_hash_.find(run.spec.data_hash);
  if (known != by_hash_.end()) return *known->second;
  const Dataset& dataset = load(run.spec.data);
  if (dataset.hash != run.spec.data_hash) {
    fail("{}: {} is not the data that it was trained on (its hash begins {}, the run's {})",
         run.folder.string(), run.spec.data, dataset.hash.substr(0, 12), run.spec.data_hash.substr(0, 12));
  }
  return dataset;
}

}  // namespace dissent
