#include "dissent/delivery/deliver.h"

#include <algorithm>
#include <limits>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"

namespace dissent {
namespace {

constexpr std::size_t kBlockCells = std::size_t{1} << 23;  // targets that are computed at once

}  // namespace

std::vector<std::size_t> DeliveredTargets::shape() const {
  std::vector<std::size_t> shape = {options_.epochs.size(), items_};
  if (!hard()) shape.push_back(classes_);
  return shape;
}

std::vector<std::int32_t> DeliveredTargets::labels(std::uint64_t epoch) const {
  const ThreadScope threads(options_.threads);
  std::vector<std::int32_t> labels(items_);
  epoch_labels(*delivery_, epoch, labels);
  return labels;
}

std::vector<float> DeliveredTargets::rows(std::uint64_t epoch) const {
  const ThreadScope threads(options_.threads);
  std::vector<float> rows(items_ * classes_);
  epoch_rows(*delivery_, epoch, classes_, rows);
  return rows;
}

void DeliveredTargets::for_each_block(const std::function<void(const TargetBlock&)>& use,
                                      Monitor& monitor) const {
  const ThreadScope threads(options_.threads);
  const std::size_t width = hard() ? 1 : classes_;
  const std::size_t block = std::clamp<std::size_t>(kBlockCells / width, 1, items_);
  std::vector<std::int32_t> labels(hard() ? block : 0);
  std::vector<float> rows(hard() ? 0 : block * width);
  for (std::uint64_t e = 0; e < options_.epochs.size(); ++e) {
    const std::uint64_t epoch = options_.epochs.first + e;
    for (std::size_t begin = 0; begin < items_; begin += block) {
      stop_if_asked(monitor);
      const std::size_t size = std::min(block, items_ - begin);
      TargetBlock targets{epoch, begin, {}, {}};
      if (hard()) {
        epoch_labels(*delivery_, epoch, std::span(labels).first(size), begin);
        targets.labels = std::span(labels).first(size);
      } else {
        epoch_rows(*delivery_, epoch, classes_, std::span(rows).first(size * width), begin);
        targets.rows = std::span(rows).first(size * width);
      }
      use(targets);
    }
    monitor.progress("delivering", e + 1, options_.epochs.size());
  }
}

void check_deliver_options(const DeliverOptions& options) {
  const DeliveryEntry& method = find_delivery(options.method);
  if (method.mixes_batches) {
    fail(
        "{} {}: it mixes pairs of a training batch, inputs and targets alike, which only the training loop "
        "can do; its targets before mixing are those of majority",
        option("method"), method.name);
  }
  check_delivery_options(method, options.delivery);
  check_cut_options(options.cut);
}

DeliveredTargets deliver(const VoteTable& votes, const DeliverOptions& options) {
  check_deliver_options(options);
  const ThreadScope threads(options.threads);
  DeliveredTargets targets;
  targets.options_ = options;
  if (options.cut.votes_per_item > 0) {
    targets.cut_ = std::make_unique<VoteTable>(cut_votes(votes, options.cut, options.seed));
  }
  const VoteTable& used = targets.cut_ ? *targets.cut_ : votes;
  targets.delivery_ = make_delivery(options.method, DeliverySource{used, {}, options.seed, options.delivery});
  targets.items_ = used.items();
  targets.classes_ = used.classes();
  const std::uint64_t most =
      std::numeric_limits<std::int64_t>::max() / (8 * targets.items_ * targets.classes_);
  if (options.epochs.size() > most) {
    fail("{} '{}..{}': more epochs than a file holds", option("epochs"), options.epochs.first,
         options.epochs.last);
  }
  return targets;
}

}  // namespace dissent
