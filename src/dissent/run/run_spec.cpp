#include "dissent/run/run_spec.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/core/text.h"
#include "dissent/io/settings_json.h"
#include "dissent/store/encoder_folder.h"

namespace dissent {
namespace {

void check(bool good, std::string_view flag, const auto& value, std::string_view allowed) {
  if (!good) fail("--{} {}: {}", flag, value, allowed);
}

void check_encoder_options(const EncoderOptions& o) {
  check_choice("pooling", o.pooling, {"mean", "first"});
  check_choice("pairs", o.pairs, {"together", "apart"});
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
  check_choice("augment", o.augment, {"auto", "crop-flip", "none"});
  check_choice("precision", o.precision, {"auto", "float32", "bf16"});
}

}  // namespace

void resolve_by_model(TrainOptions& options) {
  check_choice("optimizer", options.optimizer, {"auto", "sgd", "adamw"});
  check_choice("schedule", options.schedule, {"auto", "cosine", "constant", "linear"});
  const ModelEntry& model = find_model(options.model);
  if (options.optimizer == "auto") options.optimizer = name_of(model.optimizer);
  if (options.schedule == "auto") options.schedule = name_of(model.schedule);
  if (options.learning_rate == 0) options.learning_rate = options.optimizer == "adamw" ? 1e-4 : 0.1;
}

RunSpec resolved(RunSpec spec, const Dataset& dataset, bool cuda) {
  resolve_by_model(spec.train);
  check_options(spec.train);
  find_delivery(spec.delivery);
  spec.data_hash = dataset.hash;
  const bool images = std::holds_alternative<ImageInputs>(dataset.inputs);
  TrainOptions& train = spec.train;
  if (std::holds_alternative<TextInputs>(dataset.inputs)) {
    if (spec.encoder.encoder.empty()) {
      fail(
          "{}: its inputs are texts; name an encoder for them, as in --encoder minilm (`dissent data get "
          "minilm`)",
          spec.data);
    }
    check_encoder_options(spec.encoder);
    spec.encoder_hash = encoder_folder(spec.encoder.encoder).hash;
  } else if (!spec.encoder.encoder.empty()) {
    fail("--encoder {}: the inputs of {} are not texts", spec.encoder.encoder, spec.data);
  } else if (trains_encoder(train.model)) {
    fail("--model {}: it reads texts, and the inputs of {} are {}", train.model, spec.data,
         describe(dataset.inputs));
  }
  if (train.augment == "auto") train.augment = images ? "crop-flip" : "none";
  if (train.augment == "crop-flip" && !images) {
    fail("--augment crop-flip: the inputs of {} are not images; use --augment none", spec.data);
  }
  if (train.augment == "none") train.padding = TrainOptions{}.padding;  // not read
  if (train.precision == "auto") train.precision = cuda ? "bf16" : "float32";
  return spec;
}

namespace {

// Without what is not read. The optimiser is stated where it is not SGD: runs of before there was another
// keep their ids.
Json train_json(const TrainOptions& options) {
  Json json = settings_json(options);
  if (options.optimizer == "adamw") {
    json.erase("momentum");
  } else {
    json.erase("optimizer");
    json.erase("clip");
  }
  if (options.schedule != "linear") json.erase("warmup");
  return json;
}

}  // namespace

Json canonical(const RunSpec& spec) {
  Json delivery = {{"method", spec.delivery}};
  const Json all = settings_json(spec.delivery_options);
  for (const std::string_view name : find_delivery(spec.delivery).options_read()) {
    delivery[std::string(name)] = all.at(std::string(name));
  }
  Json cut = settings_json(spec.cut);
  if (spec.cut.votes_per_item == 0) cut.erase("cut");
  Json json = {
      {"data", spec.data},       {"data_hash", spec.data_hash},     {"split", settings_json(spec.split)},
      {"votes", std::move(cut)}, {"delivery", std::move(delivery)}, {"train", train_json(spec.train)},
      {"seed", spec.seed}};
  if (!spec.encoder.encoder.empty()) {
    json["encoder"] = settings_json(spec.encoder);
    json["encoder_hash"] = spec.encoder_hash;
  }
  return json;
}

std::string run_id(const RunSpec& spec) {
  Json json = canonical(spec);
  json.erase("data");                                              // where the data lies does not matter
  if (json.contains("encoder")) json["encoder"].erase("encoder");  // nor where the encoder does
  return sha256(json.dump()).substr(0, 16);
}

std::string first_difference(const Json& there, const Json& here) {
  for (const auto& [name, value] : here.items()) {
    const auto other = there.find(name);
    if (name == "data") continue;
    if (other == there.end()) return fmt::format("{}: not stated there, {} here", name, value.dump());
    if (value.is_object() && other->is_object()) {
      if (const std::string inner = first_difference(*other, value); !inner.empty()) return inner;
    } else if (*other != value) {
      return fmt::format("{}: {} there, {} here", name, other->dump(), value.dump());
    }
  }
  return {};
}

RunSpec read_run_spec(const Json& json) {
  RunSpec spec;
  json.at("data").get_to(spec.data);
  json.at("data_hash").get_to(spec.data_hash);
  read_settings(json.at("split"), spec.split);
  read_settings(json.at("votes"), spec.cut);
  json.at("delivery").at("method").get_to(spec.delivery);
  read_settings(json.at("delivery"), spec.delivery_options);
  spec.train.optimizer = "sgd";
  read_settings(json.at("train"), spec.train);
  json.at("seed").get_to(spec.seed);
  if (json.contains("encoder")) {
    read_settings(json.at("encoder"), spec.encoder);
    json.at("encoder_hash").get_to(spec.encoder_hash);
  }
  return spec;
}

double learning_rate(const TrainOptions& options, int epoch, std::int64_t step, std::int64_t steps) {
  if (options.schedule == "constant") return options.learning_rate;
  if (options.schedule == "cosine") {
    return options.learning_rate / 2 * (1 + std::cos(std::numbers::pi * epoch / options.epochs));
  }
  const auto all = static_cast<double>(steps * options.epochs);
  const auto now = static_cast<double>(epoch * steps + step);
  const double rising = std::ceil(options.warmup * all);
  return options.learning_rate * (now < rising ? now / rising : (all - now) / std::max(1.0, all - rising));
}

}  // namespace dissent
