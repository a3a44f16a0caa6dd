// Where a run is trained on a device: a network, its optimiser and its batches, in tensors that stay where
// they are, with the training step and the evaluation recorded once. A lane serves one run after the other,
// as long as they have the same shape.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/model/network.h"
#include "dissent/train/batches.h"
#include "dissent/train/optimizer.h"
#include "dissent/train/queue.h"

namespace dissent {

struct LaneShape {
  std::string model;
  NetworkShape network;
  InputLayout layout;
  std::int64_t train_items = 0;
  std::int64_t evaluation_items = 0;
  PlanShape plan;
  bool bf16 = false;
  OptimizerOptions optimizer;

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
  Optimizer& optimizer() { return *optimizer_; }
  Queue& queue() { return *queue_; }

  // A run's inputs and seed; its weights and what the optimiser remembers are for the caller to set
  // (network(), optimizer()). The reader and the lists must stay.
  void load(const InputReader& reader, std::span<const std::uint32_t> train,
            std::span<const std::uint32_t> evaluation, std::uint64_t seed);

  // The epoch's number, plan and target rows; `first` steps of it are done, with that much loss.
  void begin_epoch(int epoch, const EpochPlan& plan, std::span<const float> rows, std::int64_t first = 0,
                   double loss_sum = 0);
  void step(std::int64_t number);  // of the epoch, in order
  void evaluate();                 // all evaluation items, if there are some, in the training precision

  // After wait(): the sum of the epoch's training losses, and the logits of the last evaluation [items, K].
  void wait();
  double loss_sum() const { return host_loss_.item<double>(); }
  std::span<const float> evaluation_logits() const { return evaluation_logits_; }

 private:
  void record_work();
  void train_batch(std::int64_t size, std::int64_t length);
  void evaluate_all();

  LaneShape shape_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<Optimizer> optimizer_;
  std::unique_ptr<Batches> batches_;
  at::Tensor loss_sum_, host_loss_;  // float64 scalar
  at::Tensor noise_, host_noise_;    // see TrainingPass
  at::Tensor evaluation_;  // the evaluation items as the network takes them, in the order of the pieces
  at::Tensor logits_, host_logits_;           // [E, K] float32, in the order of the pieces
  Pieces pieces_;                             // of the evaluation items
  std::vector<float> evaluation_logits_;      // [E, K] in their own order
  std::vector<std::int64_t> lengths_;         // of the epoch's batches; empty where inputs have one shape
  std::map<std::int64_t, std::size_t> full_;  // recorded steps by length
  std::size_t last_ = 0, eval_ = 0;           // recorded work
};

}  // namespace dissent
