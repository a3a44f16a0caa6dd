#include "dissent/delivery/constant.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "dissent/core/parallel.h"
#include "dissent/votes/majority.h"

namespace dissent {
namespace {

class ConstantRows final : public Delivery {
 public:
  ConstantRows(LargeVector<float> rows, std::size_t classes, std::vector<DeliveryFact> facts)
      : rows_(std::move(rows)), classes_(classes), facts_(std::move(facts)) {}

  bool hard() const override { return false; }
  bool changes() const override { return false; }
  void rows(std::uint64_t, std::size_t begin, std::span<float> rows) const override {
    std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(begin * classes_), rows.size(), rows.begin());
  }
  std::vector<DeliveryFact> facts() const override { return facts_; }

 private:
  LargeVector<float> rows_;  // [positions, classes]
  std::size_t classes_;
  std::vector<DeliveryFact> facts_;
};

class ConstantLabels final : public Delivery {
 public:
  explicit ConstantLabels(TrainingMajority majority) : majority_(std::move(majority)) {}

  bool hard() const override { return true; }
  bool changes() const override { return false; }
  void labels(std::uint64_t, std::size_t begin, std::span<std::int32_t> labels) const override {
    std::copy_n(majority_.labels.begin() + static_cast<std::ptrdiff_t>(begin), labels.size(), labels.begin());
  }
  std::vector<DeliveryFact> facts() const override { return {{"ties", static_cast<double>(majority_.ties)}}; }

 private:
  TrainingMajority majority_;
};

}  // namespace

std::unique_ptr<Delivery> constant_rows(LargeVector<float> rows, std::size_t classes,
                                        std::vector<DeliveryFact> facts) {
  return std::make_unique<ConstantRows>(std::move(rows), classes, std::move(facts));
}

TrainingMajority training_majority(const DeliverySource& source) {
  TrainingMajority result;
  result.labels.resize(source.size());
  std::vector<std::size_t> ties(thread_count());
  parallel_pieces(source.size(), ties.size(), [&](std::size_t begin, std::size_t end, std::size_t piece) {
    for (std::size_t position = begin; position < end; ++position) {
      const Majority majority = majority_label(source.votes, source.item(position));
      result.labels[position] = majority.label;
      ties[piece] += majority.tied;
    }
  });
  result.ties = std::accumulate(ties.begin(), ties.end(), std::size_t{0});
  return result;
}

std::unique_ptr<Delivery> constant_labels(TrainingMajority majority) {
  return std::make_unique<ConstantLabels>(std::move(majority));
}

}  // namespace dissent
