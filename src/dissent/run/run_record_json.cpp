#include "dissent/run/run_record_json.h"

#include <cmath>
#include <utility>

#include "dissent/io/json_read.h"
#include "dissent/run/run_spec_json.h"

namespace dissent {
namespace {

Json checkpoint_json(const CheckpointScores& checkpoint) {
  Json json = Json::object();
  for (const Metric& metric : metric_list()) {
    const double value = checkpoint.scores[metric];
    if (std::isfinite(value)) json[std::string(metric.name)] = value;
  }
  json["epoch"] = checkpoint.epoch;
  return json;
}

CheckpointScores read_checkpoint(const Json& json) {
  CheckpointScores checkpoint;
  for (const Metric& metric : metric_list()) {
    const auto found = json.find(std::string(metric.name));
    if (found != json.end() && found->is_number()) checkpoint.scores[metric] = found->get<double>();
  }
  read_if_there(json, "epoch", checkpoint.epoch);
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

RunExecution read_execution(const Json& json) {
  RunExecution execution;
  read_if_there(json, "device", execution.device);
  read_if_there(json, "precision", execution.precision);
  read_if_there(json, "scored_in", execution.scored_in);
  read_if_there(json, "threads", execution.threads);
  read_if_there(json, "dissent", execution.dissent);
  read_if_there(json, "libtorch", execution.libtorch);
  read_if_there(json, "seconds", execution.seconds);
  read_if_there(json, "epochs_timed", execution.epochs_timed);
  read_if_there(json, "images_per_second", execution.images_per_second);
  return execution;
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

RunRecord read_run_record(const Json& json) {
  RunRecord record;
  record.spec = read_run_spec(recorded_spec(json));
  record.best = read_checkpoint(json.at("best"));
  read_if_there(json, "id", record.id);
  if (const auto items = json.find("items"); items != json.end()) {
    read_if_there(*items, "train", record.train_items);
    read_if_there(*items, "evaluation", record.evaluation_items);
  }
  read_if_there(json, "classes", record.classes);
  read_if_there(json, "input", record.input);
  if (const auto normalisation = json.find("normalisation"); normalisation != json.end()) {
    read_if_there(*normalisation, "mean", record.normalisation.mean);
    read_if_there(*normalisation, "sd", record.normalisation.sd);
  }
  read_if_there(json, "parameters", record.parameters);
  read_if_there(json, "accuracy_target", record.accuracy_target);
  if (const auto last = json.find("last"); last != json.end()) record.last = read_checkpoint(*last);
  if (const auto execution = json.find("execution"); execution != json.end()) {
    record.execution = read_execution(*execution);
  }
  read_if_there(json, "checksums", record.checksums);
  return record;
}

const Json& recorded_spec(const Json& json) {
  return json.at("spec");
}

}  // namespace dissent
