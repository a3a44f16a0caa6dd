#include "dissent/run/run_datasets.h"

#include "dissent/core/error.h"
#include "dissent/store/loaders.h"

namespace dissent {

const Dataset& RunDatasets::of(const FinishedRun& run) {
  std::unique_ptr<Dataset>& known = by_hash_[run.spec.data_hash];
  if (!known) {
    auto loaded = std::make_unique<Dataset>(load_dataset_named(run.spec.data));
    if (loaded->hash != run.spec.data_hash) {
      fail("{}: {} is not the data that it was trained on (its hash begins {}, the run's {})",
           run.folder.string(), run.spec.data, loaded->hash.substr(0, 12), run.spec.data_hash.substr(0, 12));
    }
    known = std::move(loaded);
  }
  return *known;
}

}  // namespace dissent
