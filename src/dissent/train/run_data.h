// What a run learns from and is judged by: the split of its seed, the training votes (cut where asked), the
// normalised inputs, and the full distributions of the evaluation items.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dissent/data/dataset.h"
#include "dissent/data/split.h"
#include "dissent/delivery/delivery.h"
#include "dissent/metrics/evaluation.h"
#include "dissent/metrics/scores.h"
#include "dissent/run/run_spec.h"
#include "dissent/train/lane.h"
#include "dissent/train/network_inputs.h"

namespace dissent {

class RunData {
 public:
  // The data set must outlive it. Encoded texts are taken from the cache, or encoded and put there.
  RunData(const Dataset& dataset, const RunSpec& spec, InputCache& cache);
  RunData(const Dataset& dataset, const RunSpec& spec);  // with a cache of its own
  RunData(const RunData&) = delete;
  RunData& operator=(const RunData&) = delete;

  const Split& split() const { return split_; }
  bool evaluates() const { return !split_.evaluation.empty(); }  // only then are there scores to ask for
  const InputReader& reader() const { return *reader_; }
  LaneShape lane_shape() const;
  bool gold_labels() const { return gold_; }  // accuracy is against gold, not the majority
  const Dataset& dataset() const { return dataset_; }
  const std::vector<std::string>& class_names() const { return dataset_.votes.class_space().names; }

  // The epoch's order, augmentation, mixing and learning rates.
  void plan(EpochPlan& plan, int epoch) const;
  // The epoch's targets of the training items, in the order of the plan: [n, K].
  void target_rows(int epoch, const EpochPlan& plan, std::span<float> rows);
  // Against the evaluation items' full distributions.
  Scores score(std::span<const float> logits) const;
  ScoreValues all_scores(std::span<const float> logits) const;
  // Against targets of the run's own kind: the same delivery on the evaluation items and all their votes.
  double own_loss(int epoch, std::span<const float> logits);

 private:
  const Dataset& dataset_;
  RunSpec spec_;
  Split split_;
  std::optional<VoteTable> cut_;
  std::unique_ptr<InputReader> reader_;
  NetworkShape network_;
  std::vector<std::int64_t> lengths_;  // of the training items; empty where all have one shape
  std::unique_ptr<Delivery> delivery_, own_;
  std::vector<float> rows_, own_rows_;  // [n, K], [E, K] of the epoch last asked for
  bool rows_known_ = false, own_known_ = false;
  std::vector<double> p_;             // [E, K]
  std::vector<std::int32_t> labels_;  // [E]
  bool gold_ = false;
};

}  // namespace dissent
