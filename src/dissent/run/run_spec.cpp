#include "dissent/run/run_spec.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/store/encoder_folder.h"

namespace dissent {
namespace {

void check_encoder_options(const EncoderOptions& o) {
  find_pooling(o.pooling);
  check_limits(o);
}

}  // namespace

void resolve_by_model(TrainOptions& options) {
  const ModelEntry& model = find_model(options.model);
  if (options.optimizer == OptimizerKind::automatic) options.optimizer = model.optimizer;
  if (options.schedule == Schedule::automatic) options.schedule = model.schedule;
  if (options.learning_rate == 0) {
    options.learning_rate = options.optimizer == OptimizerKind::adamw ? 1e-4 : 0.1;
  }
}

RunSpec resolved(RunSpec spec, const Dataset& dataset, bool cuda) {
  resolve_by_model(spec.train);
  check_limits(spec.train);
  find_delivery(spec.delivery);
  check_split_options(spec.split);
  if (spec.split.split == SplitKind::official) split_dataset(dataset, spec.seed, spec.split);  // throws
  spec.data_hash = dataset.hash;
  const bool images = std::holds_alternative<ImageInputs>(dataset.inputs);
  TrainOptions& train = spec.train;
  if (std::holds_alternative<TextInputs>(dataset.inputs)) {
    if (spec.encoder.encoder.empty()) {
      fail("{}: its inputs are texts; name an encoder for them, as in {} minilm (`dissent data get minilm`)",
           spec.data, option("encoder"));
    }
    check_encoder_options(spec.encoder);
    spec.encoder_hash = encoder_folder(spec.encoder.encoder).hash;
  } else if (!spec.encoder.encoder.empty()) {
    fail("{} {}: the inputs of {} are not texts", option("encoder"), spec.encoder.encoder, spec.data);
  } else if (trains_encoder(train.model)) {
    fail("{} {}: it reads texts, and the inputs of {} are {}", option("model"), train.model, spec.data,
         describe(dataset.inputs));
  }
  if (train.augment == Augmentation::automatic) {
    train.augment = images ? Augmentation::crop_flip : Augmentation::none;
  }
  if (train.augment == Augmentation::crop_flip && !images) {
    fail("{0} crop-flip: the inputs of {1} are not images; use {0} none", option("augment"), spec.data);
  }
  if (train.augment == Augmentation::none) train.padding = TrainOptions{}.padding;  // not read
  if (train.precision == Precision::automatic) {
    train.precision = cuda ? Precision::bf16 : Precision::float32;
  }
  return spec;
}

double learning_rate(const TrainOptions& options, int epoch, std::int64_t step, std::int64_t steps) {
  if (options.schedule == Schedule::constant) return options.learning_rate;
  if (options.schedule == Schedule::cosine) {
    return options.learning_rate / 2 * (1 + std::cos(std::numbers::pi * epoch / options.epochs));
  }
  const auto all = static_cast<double>(steps * options.epochs);
  const auto now = static_cast<double>(epoch * steps + step);
  const double rising = std::ceil(options.warmup * all);
  return options.learning_rate * (now < rising ? now / rising : (all - now) / std::max(1.0, all - rising));
}

}  // namespace dissent
