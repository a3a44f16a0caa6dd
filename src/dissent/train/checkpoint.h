// A run's state on disk, as safetensors: weights and batch-norm statistics under their own names, what the
// optimiser remembers as momentum/NAME and the like, the best weights so far as best/NAME, the position in
// the metadata, and a digest of it all. What is read is checked: another run's file, or another network's, is
// an error that says what differs.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/core/exception.h"
#include "dissent/model/network.h"
#include "dissent/run/run_state.h"
#include "dissent/train/optimizer.h"

namespace dissent {

// A state whose file can be read and whose content cannot be gone on from; the message says why.
class DamagedState : public Error {
 public:
  using Error::Error;
};

// `best` in the order of Network::state().
void save_state(const std::filesystem::path& path, const std::string& run, const TrainingState& state,
                const Network& network, const Optimizer& optimizer, const std::vector<at::Tensor>& best);
// Into the network, the optimiser and `best`, which hold anything where it throws: DamagedState where the
// digest, the numbers or the tensors are wrong, another Error where the file cannot be opened or is another
// run's.
TrainingState load_state(const std::filesystem::path& path, const std::string& run, const RunLimits& limits,
                         const Network& network, const Optimizer& optimizer,
                         const std::vector<at::Tensor>& best);

// The weights alone, in the order of Network::state().
void save_weights(const std::filesystem::path& path, const Network& network,
                  const std::vector<at::Tensor>& values, const std::map<std::string, std::string>& metadata);
void load_weights(const std::filesystem::path& path, const Network& network);

}  // namespace dissent
