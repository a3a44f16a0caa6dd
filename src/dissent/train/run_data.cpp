#include "dissent/train/run_data.h"

#include <algorithm>

#include "dissent/votes/majority.h"

namespace dissent {
namespace {

std::unique_ptr<Delivery> delivery_of(const RunSpec& spec, const VoteTable& votes,
                                      std::span<const std::uint32_t> items, std::string_view method) {
  return make_delivery(method, {votes, items, spec.seed, spec.delivery_options});
}

}  // namespace

RunData::RunData(const Dataset& dataset, const RunSpec& spec)
    : RunData(dataset, spec, *std::make_unique<InputCache>()) {}

RunData::RunData(const Dataset& dataset, const RunSpec& spec, InputCache& cache)
    : dataset_(dataset), spec_(spec), split_(split_dataset(dataset, spec.seed, spec.split)) {
  if (spec.cut.votes_per_item != 0) cut_.emplace(cut_votes(dataset.votes, spec.cut, spec.seed));
  const NetworkInputsPointer inputs = network_inputs(dataset, spec, cache);
  reader_ = inputs->reader(inputs->normalisation(split_.train));
  network_ = inputs->network(spec, dataset.classes());
  lengths_ = reader_->lengths(split_.train);
  delivery_ = delivery_of(spec, cut_ ? *cut_ : dataset.votes, split_.train, spec.delivery);
  const std::size_t classes = dataset.classes();
  rows_.resize(split_.train.size() * classes);
  gold_ = !dataset.gold.empty();
  if (!evaluates()) return;
  const std::string_view other = find_delivery(spec.delivery).evaluated_by;
  own_ = delivery_of(spec, dataset.votes, split_.evaluation, other.empty() ? spec.delivery : other);
  own_rows_.resize(split_.evaluation.size() * classes);
  p_.resize(split_.evaluation.size() * classes);
  labels_ =
      gold_or_majority(majority_labels(dataset.votes, split_.evaluation), dataset.gold, split_.evaluation);
  for (std::size_t i = 0; i < split_.evaluation.size(); ++i) {
    dataset.votes.fractions_of(split_.evaluation[i], std::span(p_).subspan(i * classes, classes));
  }
}

LaneShape RunData::lane_shape() const {
  LaneShape shape;
  shape.model = spec_.train.model;
  shape.network = network_;
  shape.layout = reader_->layout();
  shape.train_items = static_cast<std::int64_t>(split_.train.size());
  shape.evaluation_items = static_cast<std::int64_t>(split_.evaluation.size());
  shape.plan.batch = static_cast<std::size_t>(spec_.train.batch);
  shape.plan.longest = reader_->layout().longest();
  shape.plan.augment = spec_.train.augment == Augmentation::crop_flip;
  shape.plan.padding = spec_.train.padding;
  shape.plan.width = reader_->layout().image ? reader_->shape()[2] : 0;
  shape.plan.mixup_alpha =
      find_delivery(spec_.delivery).mixes_batches ? spec_.delivery_options.mixup_alpha : 0;
  shape.bf16 = spec_.train.precision == Precision::bf16;
  const TrainOptions& train = spec_.train;
  shape.optimizer = {train.optimizer, train.momentum, train.weight_decay, train.clip};
  return shape;
}

void RunData::plan(EpochPlan& plan, int epoch) const {
  const LaneShape shape = lane_shape();
  make_plan(plan, shape.plan, split_.train, spec_.seed, static_cast<std::uint64_t>(epoch), lengths_);
  for (std::size_t step = 0; step < plan.rate.size(); ++step) {
    plan.rate[step] =
        static_cast<float>(learning_rate(spec_.train, epoch, static_cast<std::int64_t>(step), shape.steps()));
  }
}

void RunData::target_rows(int epoch, const EpochPlan& plan, std::span<float> rows) {
  const std::size_t classes = dataset_.classes();
  if (delivery_->changes() || !rows_known_) {
    epoch_rows(*delivery_, static_cast<std::uint64_t>(epoch), classes, rows_);
    rows_known_ = true;
  }
  for (std::size_t j = 0; j < plan.position.size(); ++j) {
    const auto from = static_cast<std::size_t>(plan.position[j]) * classes;
    std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(from), classes,
                rows.begin() + static_cast<std::ptrdiff_t>(j * classes));
  }
}

Scores RunData::score(std::span<const float> logits) const {
  return score_logits(logits, p_, labels_, dataset_.classes());
}

ScoreValues RunData::all_scores(std::span<const float> logits) const {
  const ClassSpace& classes = dataset_.votes.class_space();
  return Evaluation({PredictionRows(logits, classes.size(), PredictionKind::logits),
                     TargetRows(p_, classes.size()), labels_, labels_, classes.ordered, classes.values},
                    {})
      .scores();
}

double RunData::own_loss(int epoch, std::span<const float> logits) {
  if (own_->changes() || !own_known_) {
    epoch_rows(*own_, static_cast<std::uint64_t>(epoch), dataset_.classes(), own_rows_);
    own_known_ = true;
  }
  return mean_cross_entropy(logits, own_rows_, dataset_.classes());
}

}  // namespace dissent
