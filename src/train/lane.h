// One run's place on a device: a network, its optimiser and its batches, in tensors that stay where they are,
// with the training step and the evaluation recorded once. A lane serves one run after the other, as long as
// they have the same shape.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "model/network.h"
#include "train/batches.h"
#include "train/queue.h"
#include "train/sgd.h"

namespace dissent {

struct LaneShape {
  std::string model;
  NetworkShape network;
  std::int64_t train_items = 0;
  std::int64_t evaluation_items = 0;
  PlanShape plan;
  bool bf16 = false;
  double momentum = 0;
  double weight_decay = 0;

  std::int64_t steps() const {  // in an epoch
    const auto batch = static_cast<std::int64_t>(plan.batch);
    return (train_items + batch - 1) / batch;
  }
  bool operator==(const LaneShape&) const;
};

class Lane {
 public:
  Lane(const LaneShape& shape, at::Device device, bool graphs = true);
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  const LaneShape& shape() const { return shape_; }
  Network& network() { return *network_; }
  Sgd& sgd() { return *sgd_; }
  Queue& queue() { return *queue_; }

  // A run's inputs; its weights, momentum and statistics are for the caller to set (network(), sgd()).
  // The reader and the lists must stay.
  void load(const InputReader& reader, std::span<const std::uint32_t> train,
            std::span<const std::uint32_t> evaluation);

  // The epoch's plan, target rows and learning rate; `first` steps of it are done, with that much loss.
  void begin_epoch(const EpochPlan& plan, std::span<const float> rows, double learning_rate,
                   std::int64_t first = 0, double loss_sum = 0);
  void step(std::int64_t number);  // of the epoch, in order
  void evaluate();                 // all evaluation items, in the training precision

  // After wait(): the sum of the epoch's training losses, and the logits of the last evaluation [items, K].
  void wait();
  double loss_sum() const { return host_loss_.item<double>(); }
  std::span<const float> evaluation_logits() const;

 private:
  void train_batch(std::int64_t size);
  void evaluate_all();

  LaneShape shape_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<Sgd> sgd_;
  std::unique_ptr<Batches> batches_;
  at::Tensor loss_sum_, host_loss_;  // float64 scalar
  at::Tensor evaluation_;            // [E, C, H, W] channels-last or [E, D], in the run's precision
  at::Tensor logits_, host_logits_;  // [E, K] float32
  std::size_t full_ = 0, last_ = 0, eval_ = 0;  // recorded work
};

}  // namespace dissent
