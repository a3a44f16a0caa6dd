// Items on a device, beside what their annotators said: what losses and their derivatives are taken over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/data/dataset.h"
#include "dissent/model/network.h"
#include "dissent/train/network_inputs.h"

namespace dissent {

struct LabelledItems {
  at::Tensor inputs;   // [B, ...]
  at::Tensor targets;  // [B, K], rows sum to 1
};

// Where and how derivatives are computed: as many items at once, and in such a layout, as was found to be
// fast (bench/README.md). Results do not depend on either.
struct Compute {
  at::Device device{at::kCPU};
  bool tf32 = false;  // convolutions in TF32, on a GPU

  std::size_t batch() const { return device.is_cuda() ? 500 : 50; }
  bool channels_last() const { return !device.is_cuda() || tf32; }
};

// TF32 for convolutions and products of matrices, until destruction.
class Tf32Scope {
 public:
  explicit Tf32Scope(bool allowed);
  ~Tf32Scope();
  Tf32Scope(const Tf32Scope&) = delete;
  Tf32Scope& operator=(const Tf32Scope&) = delete;

 private:
  bool convolutions_, products_;
};

// Inputs alone, as the network takes them.
at::Tensor load_inputs(const InputReader& reader, std::span<const std::uint32_t> items,
                       const Compute& compute);

std::vector<LabelledItems> load_items(const InputReader& reader, const Dataset& dataset,
                                      std::span<const std::uint32_t> items, const Compute& compute);

// Mean soft cross-entropy over all items, in evaluation mode, without derivatives.
double mean_loss(Network& network, std::span<const LabelledItems> batches);

}  // namespace dissent
