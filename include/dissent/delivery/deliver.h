// The targets of a delivery for anyone's own training loop: a value that computes those of any epoch when
// they are asked for, so that memory does not grow with the epochs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dissent/core/choice.h"
#include "dissent/core/monitor.h"
#include "dissent/core/ranges.h"
#include "dissent/delivery/cut.h"
#include "dissent/delivery/delivery.h"

namespace dissent {

struct DeliverOptions {
  std::string method = "soft";  // a name of deliveries() that does not mix batches
  std::uint64_t seed = 0;       // decides every draw
  Range epochs;                 // counted from 0
  DeliveryOptions delivery{};
  CutOptions cut{};
  int threads = 0;  // 0: DISSENT_THREADS where it is set, else all cores
};

// Targets of consecutive items in one epoch.
struct TargetBlock {
  std::uint64_t epoch = 0;
  std::size_t begin = 0;                 // index of the first item
  std::span<const std::int32_t> labels;  // [items of the block]; empty where the delivery is soft
  std::span<const float> rows;  // [items of the block, classes], rows sum to 1; empty where it is hard
};

class DeliveredTargets {
 public:
  const DeliverOptions& options() const { return options_; }
  bool hard() const { return delivery_->hard(); }  // labels; else rows
  std::size_t items() const { return items_; }
  std::size_t classes() const { return classes_; }
  std::vector<std::size_t> shape() const;  // [epochs, items], or [epochs, items, classes] where soft
  std::vector<DeliveryFact> facts() const { return delivery_->facts(); }

  // The targets of all items in an epoch (any epoch, not only one of the options'). labels() throws
  // std::logic_error where the delivery is soft; rows() gives one-hot rows where it is hard.
  std::vector<std::int32_t> labels(std::uint64_t epoch) const;  // [items]
  std::vector<float> rows(std::uint64_t epoch) const;           // [items, classes]

  // Calls use(block) for the options' epochs in their order, each in blocks of items in their order. The
  // block is valid during the call. Throws Stopped where the monitor asks for it.
  void for_each_block(const std::function<void(const TargetBlock&)>& use,
                      Monitor& monitor = Monitor::quiet()) const;

 private:
  friend DeliveredTargets deliver(const VoteTable& votes, const DeliverOptions& options);
  DeliveredTargets() = default;

  DeliverOptions options_;
  std::unique_ptr<const VoteTable> cut_;  // where votes were cut; the delivery reads it
  std::unique_ptr<const Delivery> delivery_;
  std::size_t items_ = 0;
  std::size_t classes_ = 0;
};

// Throws where the options make no sense: what can be told before the votes are read.
void check_deliver_options(const DeliverOptions& options);

// `votes` must outlive the result. Throws as check_deliver_options() does, and for an item without votes.
DeliveredTargets deliver(const VoteTable& votes, const DeliverOptions& options);
DeliveredTargets deliver(VoteTable&& votes, const DeliverOptions& options) = delete;

enum class LabelType { int32, int64 };
template <>
struct Choices<LabelType> {
  static constexpr Choice<LabelType> list[] = {{LabelType::int32, "int32"}, {LabelType::int64, "int64"}};
};

// Throws where the name of `path` does not end in .npy.
void check_targets_path(const std::filesystem::path& path);
// Writes the targets of the options' epochs as one NumPy array of targets.shape(): labels of the type, or
// rows of float32. The file appears whole or not at all. Throws Stopped where the monitor asks for it.
void write_targets(const DeliveredTargets& targets, const std::filesystem::path& path,
                   LabelType labels = LabelType::int32, Monitor& monitor = Monitor::quiet());

}  // namespace dissent
