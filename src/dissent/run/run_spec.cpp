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

void check(bool good, std::string_view key, const auto& value, std::string_view allowed) {
  if (!good) fail("{} {}: {}", option(key), value, allowed);
}

void check_encoder_options(const EncoderOptions& o) {
  find_pooling(o.pooling);
  check(o.max_length >= 8 && o.max_length <= 4096, "max-length", o.max_length, "from 8 to 4096");
}

void check_options(const TrainOptions& o) {
  check(o.epochs >= 1, "epochs", o.epochs, "at least 1");
  check(o.batch >= 1, "batch", o.batch, "at least 1");
  check(std::isfinite(o.learning_rate) && o.learning_rate > 0, "lr", o.learning_rate, "a number above 0");
  check(o.momentum >= 0 && o.momentum < 1, "momentum", o.momentum, "from 0 to below 1");
  check(std::isfinite(o.weight_decay) && o.weight_decay >= 0, "weight-decay", o.weight_decay, "at least 0");
  check(o.padding >= 0 && o.padding <= 64, "padding", o.padding, "from 0 to 64");
  check(std::isfinite(o.clip) && o.clip >= 0, "clip", o.clip, "at least 0");
  check(o.warmup >= 0 && o.warmup <= 1, "warmup", o.warmup, "from 0 to 1");
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
  check_options(spec.train);
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
