// What was made of texts, kept in memory while the cache lives, so that the runs of one operation share it.
// Operations own their caches or are given one. Several threads may use a cache: of those that want the same,
// one makes it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace dissent {

class NetworkInputs;  // dissent/train/network_inputs.h

class InputCache {
 public:
  // The inputs of that key: those that are kept, or else what make() returns, which are kept from then on.
  // One make() works at a time. Where it throws, nothing is kept.
  std::shared_ptr<const NetworkInputs> find_or_make(
      const std::string& key, const std::function<std::shared_ptr<const NetworkInputs>()>& make);

 private:
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();  // the cache can be moved
  std::map<std::string, std::shared_ptr<const NetworkInputs>> known_;
};

}  // namespace dissent
