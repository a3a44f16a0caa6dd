#include "dissent/run/run_spec_json.h"

#include <limits>
#include <span>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/core/text.h"
#include "dissent/io/json_text.h"
#include "dissent/io/settings_json.h"

namespace dissent {
namespace {

// Without what is not read. The optimiser is stated where it is not SGD: runs of before there was another
// keep their ids.
Json train_json(const TrainOptions& options) {
  Json json = settings_json(options);
  if (options.optimizer == OptimizerKind::adamw) {
    json.erase("momentum");
  } else {
    json.erase("optimizer");
    json.erase("clip");
  }
  if (options.schedule != Schedule::linear) json.erase("warmup");
  return json;
}

// Without what is not read: a drawn split is stated by its share alone, as it was before there was another.
Json split_json(const SplitOptions& options) {
  if (options.split == SplitKind::random) return {{"evaluation-share", options.evaluation_share}};
  Json json = settings_json(options);
  json.erase("evaluation-share");
  return json;
}

template <class Entry>
std::string known_name(const JsonValue& json, std::string_view kind, std::span<const Entry> entries) {
  std::string name = json.text();
  if (known_entry(entries, name) == nullptr)
    json.refuse("{}", unknown_name(kind, name, entry_names(entries)));
  return name;
}

constexpr int kMost = std::numeric_limits<int>::max();

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
      {"data", spec.data},       {"data_hash", spec.data_hash},     {"split", split_json(spec.split)},
      {"votes", std::move(cut)}, {"delivery", std::move(delivery)}, {"train", train_json(spec.train)},
      {"seed", spec.seed}};
  if (!spec.encoder.encoder.empty()) {
    json["encoder"] = settings_json(spec.encoder);
    json["encoder_hash"] = spec.encoder_hash;
  }
  return json;
}

std::string first_difference(const Json& there, const Json& here) {
  for (const auto& [name, value] : here.items()) {
    const auto other = there.find(name);
    if (name == "data") continue;
    if (other == there.end()) return fmt::format("{}: not stated there, {} here", name, json_text(value));
    if (value.is_object() && other->is_object()) {
      if (const std::string inner = first_difference(*other, value); !inner.empty()) return inner;
    } else if (*other != value) {
      return fmt::format("{}: {} there, {} here", name, json_text(*other), json_text(value));
    }
  }
  return {};
}

RunSpec read_run_spec(const JsonValue& json) {
  RunSpec spec;
  spec.data = json.at("data").text();
  spec.data_hash = json.at("data_hash").text();
  read_settings(json.at("split"), spec.split);
  read_settings(json.at("votes"), spec.cut);
  const JsonValue delivery = json.at("delivery"), train = json.at("train");
  spec.delivery = known_name(delivery.at("method"), "delivery", deliveries());
  read_settings(delivery, spec.delivery_options);
  spec.train.optimizer = OptimizerKind::sgd;
  read_settings(train, spec.train);
  known_name(train.at("model"), "model", models());
  for (const char* count : {"epochs", "batch"}) train.at(count).whole<int>({1, kMost});
  spec.seed = json.at("seed").whole<std::uint64_t>();
  if (const auto encoder = json.find("encoder")) {
    read_settings(*encoder, spec.encoder);
    if (spec.encoder.encoder.empty()) encoder->refuse("names no encoder");
    spec.encoder_hash = json.at("encoder_hash").text();
  }
  return spec;
}

std::string run_id(const RunSpec& spec) {
  Json json = canonical(spec);
  json.erase("data");                                              // where the data lies does not matter
  if (json.contains("encoder")) json["encoder"].erase("encoder");  // nor where the encoder does
  return sha256(json_text(json)).substr(0, 16);
}

std::string option_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : json_text(value);
}

std::map<std::string, std::string> run_options(const RunSpec& spec) {
  const Json form = canonical(spec);
  std::map<std::string, std::string> options;
  for (const char* part : {"split", "votes", "delivery", "train", "encoder"}) {
    if (!form.contains(part)) continue;
    for (const auto& [name, value] : form.at(part).items()) options[name] = option_text(value);
  }
  options["optimizer"] = name_of(spec.train.optimizer);  // also where the canonical form leaves it out
  options["delivery"] = options.at("method");
  options.erase("method");
  options["data_hash"] = option_text(form.at("data_hash"));
  options["seed"] = option_text(form.at("seed"));
  return options;
}

std::string first_difference(const RunSpec& there, const RunSpec& here) {
  return first_difference(canonical(there), canonical(here));
}

}  // namespace dissent
