#include "dissent/run/run_record_json.h"

#include <cmath>
#include <utility>

#include "dissent/core/text.h"
#include "dissent/run/run_spec_json.h"

namespace dissent {
namespace {

constexpr std::int64_t kMostNumbers = std::int64_t{1} << 31;  // of an item

Json checkpoint_json(const CheckpointScores& checkpoint) {
  Json json = Json::object();
  for (const Metric& metric : metric_list()) {
    const double value = checkpoint.scores[metric];
    if (std::isfinite(value)) json[std::string(metric.name)] = value;
  }
  json["epoch"] = checkpoint.epoch;
  return json;
}

CheckpointScores read_checkpoint(const JsonValue& json, int epochs) {
  CheckpointScores checkpoint;
  for (const Metric& metric : metric_list()) checkpoint.scores[metric] = json.number_at(metric.name);
  json.read("epoch", checkpoint.epoch, {0, epochs});
  return checkpoint;
}

Json execution_json(const RunExecution& execution) {
  Json json = {{"device", execution.device},
               {"precision", execution.precision},
               {"scored_in", execution.scored_in},
               {"threads", execution.threads}};
  if (!execution.dissent.empty()) json["dissent"] = execution.dissent;
  json["libtorch"] = execution.libtorch;
  json["seconds"] = execution.seconds;
  json["epochs_timed"] = execution.epochs_timed;
  json["images_per_second"] = execution.images_per_second;
  return json;
}

RunExecution read_execution(const JsonValue& json) {
  RunExecution execution;
  json.read("device", execution.device);
  json.read("precision", execution.precision);
  json.read("scored_in", execution.scored_in);
  json.read("threads", execution.threads);
  json.read("dissent", execution.dissent);
  json.read("libtorch", execution.libtorch);
  json.read("seconds", execution.seconds);
  json.read("epochs_timed", execution.epochs_timed);
  json.read("images_per_second", execution.images_per_second);
  return execution;
}

// What a network sees of one item: an image [C, H, W], features [D] or [choices, D], tokens [sequences,
// length].
std::vector<std::int64_t> read_input(const JsonValue& json) {
  std::vector<std::int64_t> shape;
  std::int64_t numbers = 1;
  for (const JsonValue& size : json.elements()) {
    shape.push_back(size.whole<std::int64_t>({1, kMostNumbers}));
    numbers *= shape.back();
    if (numbers > kMostNumbers) json.refuse("an item of more than {} numbers", kMostNumbers);
  }
  if (shape.empty() || shape.size() > 3) json.refuse("{} sizes, where an item has 1 to 3", shape.size());
  return shape;
}

// As many means and deviations as an item has channels or features; none of tokens, which are not normalised.
Normalisation read_normalisation(const JsonValue& json, const std::vector<std::int64_t>& input, bool tokens) {
  const bool image = input.size() == 3;
  const std::int64_t wanted = image ? input.front() : input.back();
  const auto numbers = [&](const char* key) {
    const JsonValue list = json.at(key);
    std::vector<double> values = list.as<std::vector<double>>();
    if (tokens && !values.empty()) list.refuse("{} numbers, where tokens are not normalised", values.size());
    if (!tokens && !std::cmp_equal(values.size(), wanted)) {
      list.refuse("{} numbers, where {} {} want {}", values.size(), wanted, image ? "channels" : "features",
                  wanted);
    }
    return values;
  };
  Normalisation normalisation{numbers("mean"), numbers("sd")};
  for (const JsonValue& sd : json.at("sd").elements()) {
    if (!(sd.number() > 0)) sd.refuse("{}, where a number above 0 is wanted", sd.number());
  }
  return normalisation;
}

}  // namespace

Json run_record_json(const RunRecord& record) {
  Json json = {{"id", record.id},
               {"spec", canonical(record.spec)},
               {"items", {{"train", record.train_items}, {"evaluation", record.evaluation_items}}},
               {"classes", record.classes},
               {"input", record.input},
               {"normalisation", {{"mean", record.normalisation.mean}, {"sd", record.normalisation.sd}}},
               {"parameters", record.parameters},
               {"accuracy_target", record.accuracy_target},
               {"best", checkpoint_json(record.best)}};
  if (record.last.epoch > 0) json["last"] = checkpoint_json(record.last);
  if (record.execution) json["execution"] = execution_json(*record.execution);
  if (!record.checksums.empty()) json["checksums"] = record.checksums;
  return json;
}

RunRecord read_run_record(const JsonValue& json) {
  RunRecord record;
  record.spec = read_run_spec(recorded_spec(json));
  if (const auto id = json.find("id")) {
    record.id = id->text();
    if (const std::string made = run_id(record.spec); record.id != made) {
      id->refuse("{}, where what is stated in spec makes it {}", in_quotes(record.id), made);
    }
  }
  const int epochs = record.spec.train.epochs;
  record.best = read_checkpoint(json.at("best"), epochs);
  if (const auto last = json.find("last")) record.last = read_checkpoint(*last, epochs);
  if (record.last.epoch > 0 && record.best.epoch > record.last.epoch) {
    json.at("best").at("epoch").refuse("{}, after the last epoch, {}", record.best.epoch, record.last.epoch);
  }
  if (const auto items = json.find("items")) {
    items->read("train", record.train_items);
    items->read("evaluation", record.evaluation_items);
  }
  json.read("classes", record.classes);
  if (const auto input = json.find("input")) {
    record.input = read_input(*input);
    record.normalisation =
        read_normalisation(json.at("normalisation"), record.input, trains_encoder(record.spec.train.model));
  }
  json.read("parameters", record.parameters);
  json.read("accuracy_target", record.accuracy_target);
  if (const auto execution = json.find("execution")) record.execution = read_execution(*execution);
  if (const auto checksums = json.find("checksums")) {
    for (const auto& [file, sum] : checksums->members()) record.checksums[file] = sum.sha256();
  }
  return record;
}

JsonValue recorded_spec(const JsonValue& json) {
  return json.at("spec");
}

Json with_checksum(Json record, const std::string& file, const std::string& sum) {
  record["checksums"][file] = sum;
  return record;
}

}  // namespace dissent
