// A run's state on disk, as safetensors: weights and batch-norm statistics under their own names, what the
// optimiser remembers as momentum/NAME and the like, the best weights so far as best/NAME, the position in
// the metadata. What is read is checked: another run's file, or another network's, is an error that says what
// differs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/model/network.h"
#include "dissent/run/history.h"
#include "dissent/train/optimizer.h"

namespace dissent {

struct Position {
  int epoch = 0;          // whole epochs done
  std::int64_t step = 0;  // of the next one
  double loss_sum = 0;    // over those steps
};

struct RunState {
  Position position;
  std::vector<HistoryRow> history;
  int best_epoch = 0;  // 0: none yet
  double best_soft_nll = 0;
};

// `best` in the order of Network::state().
void save_state(const std::filesystem::path& path, const std::string& run, const RunState& state,
                const Network& network, const Optimizer& optimizer, const std::vector<at::Tensor>& best);
RunState load_state(const std::filesystem::path& path, const std::string& run, const Network& network,
                    const Optimizer& optimizer, const std::vector<at::Tensor>& best);

// The weights alone, in the order of Network::state().
void save_weights(const std::filesystem::path& path, const Network& network,
                  const std::vector<at::Tensor>& values, const std::map<std::string, std::string>& metadata);
void load_weights(const std::filesystem::path& path, const Network& network);

}  // namespace dissent
