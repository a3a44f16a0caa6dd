// What a network says of any items, in float32 and evaluation mode: what is recorded of a run.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "dissent/model/network.h"
#include "dissent/train/network_inputs.h"

namespace dissent {

struct Predictions {
  std::vector<float> logits;    // [items, K]
  std::vector<float> features;  // [items, feature_width] where asked for
  std::size_t feature_width = 0;
};

// `after_batch` is told how many items are done; it may throw to stop.
Predictions predict(Network& network, const InputReader& reader, std::span<const std::uint32_t> items,
                    bool features = false, const std::function<void(std::size_t)>& after_batch = {});

}  // namespace dissent
