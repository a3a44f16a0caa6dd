#include "dissent/run/input_cache.h"

namespace dissent {

std::shared_ptr<const NetworkInputs> InputCache::find_or_make(
    const std::string& key, const std::function<std::shared_ptr<const NetworkInputs>()>& make) {
  const std::lock_guard lock(*mutex_);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  return known_.emplace(key, make()).first->second;
}

}  // namespace dissent
