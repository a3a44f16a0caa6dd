// The batches of an epoch, one after the other: inputs gathered and augmented by the epoch's plan, and the
// targets that go with them. On the CPU they are read straight from the data set; on a GPU everything lies on
// the device, and the number of the next batch too, so that a recorded step moves on by itself.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <ATen/core/Tensor.h>

#include "dissent/train/epoch_plan.h"
#include "dissent/train/network_inputs.h"
#include "dissent/train/queue.h"

namespace dissent {

struct Batch {
  at::Tensor inputs;   // [B, C, H, W] channels-last, [B, D], [B, choices, D] or int32 [B, sequences, length]
  at::Tensor targets;  // [B, K] float32, rows sum to 1
  at::Tensor rate;     // float32 scalar, the learning rate
  // How the network is to mix the features of inputs that cannot be mixed themselves (tokens): [B], [1].
  // Undefined where nothing is mixed, or where the inputs are.
  at::Tensor partner = {}, lambda = {};
};

struct BatchesShape {
  std::int64_t items = 0;    // training items
  std::int64_t classes = 0;  // K
  InputLayout layout;
  PlanShape plan;
  at::ScalarType type = at::kFloat;  // of the inputs on a GPU

  std::int64_t batches() const {
    const auto batch = static_cast<std::int64_t>(plan.batch);
    return (items + batch - 1) / batch;
  }
};

class Batches {
 public:
  virtual ~Batches() = default;
  // The run's inputs and training items, which must stay.
  virtual void load(const InputReader& reader, std::span<const std::uint32_t> items) = 0;
  // The epoch's plan and its target rows, in the order of the epoch; the next batch is number `first`.
  virtual void begin(const EpochPlan& plan, std::span<const float> rows, std::int64_t first) = 0;
  virtual void rewind() = 0;  // to batch 0
  // `length`: what the batch's items are padded to, as the plan has it; 0 where all items have one shape.
  virtual Batch next(std::int64_t size, std::int64_t length) = 0;
};

// Read on the host, batch by batch; or all inputs on the queue's device, whichever that is.
std::unique_ptr<Batches> make_host_batches(const BatchesShape& shape);
std::unique_ptr<Batches> make_device_batches(const BatchesShape& shape, Queue& queue);

// x = lambda x + (1 - lambda) x[partner], in targets and inputs alike. Inputs of whole numbers stay as they
// are; the result then says how their features are to be mixed.
Batch mixed(const Batch& batch, const at::Tensor& partner, const at::Tensor& lambda);

}  // namespace dissent
