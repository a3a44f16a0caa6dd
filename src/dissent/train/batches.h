// The batches of an epoch, one after the other: inputs gathered and augmented by the epoch's plan, and the
// targets that go with them. On the CPU they are read straight from the data set; on a GPU everything lies on
// the device, and the place in the epoch too, so that a recorded step moves on by itself.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <ATen/core/Tensor.h>

#include "dissent/train/epoch_plan.h"
#include "dissent/train/input_reader.h"
#include "dissent/train/queue.h"

namespace dissent {

struct Batch {
  at::Tensor inputs;   // [B, C, H, W] channels-last, [B, D], or tokens int32 [B, sequences, length]
  at::Tensor targets;  // [B, K] float32, rows sum to 1
  at::Tensor rate;     // float32 scalar, the learning rate
  // Of tokens, which cannot be mixed themselves: how their features are to be; else undefined.
  at::Tensor partner = {}, lambda = {};  // [B], [1]
};

struct BatchesShape {
  std::int64_t items = 0;    // training items
  std::int64_t classes = 0;  // K
  std::vector<std::int64_t> input;
  PlanShape plan;
  at::ScalarType type = at::kFloat;  // of the inputs on a GPU

  bool tokens() const { return plan.longest > 0; }
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
  virtual void rewind() = 0;                                       // to batch 0
  virtual Batch next(std::int64_t size, std::int64_t length) = 0;  // length: of tokens, as the plan has it
};

// Of the host's kind, or of the GPU's kind on whatever device the queue has.
std::unique_ptr<Batches> make_host_batches(const BatchesShape& shape);
std::unique_ptr<Batches> make_device_batches(const BatchesShape& shape, Queue& queue);

// x = lambda x + (1 - lambda) x[partner], in inputs (but not in tokens) and targets alike.
Batch mixed(const Batch& batch, const at::Tensor& partner, const at::Tensor& lambda);

}  // namespace dissent
