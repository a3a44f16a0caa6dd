#include "dissent/diagnostics/measurements_json.h"

#include <utility>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/json_text.h"
#include "dissent/io/settings_json.h"
#include "dissent/run/run_folder.h"

namespace dissent {
namespace {

std::string key_of(const std::string& name, const Json& options) {
  return name + " " + json_text(options);
}

}  // namespace

Json hessian_question(const GeometryOptions& options) {
  Json question = settings_json(options);
  for (const char* other : {"parts", "slice", "points", "cka-items", "samples"}) question.erase(other);
  return question;
}

Json variance_question(const GeometryOptions& options) {
  return {{"samples", options.samples}};
}

Json ood_question(const OodOptions& options) {
  Json question = settings_json(options);
  if (options.scores.empty()) question.erase("score");
  return question;
}

Json ood_question(const OodOptions& options, const std::string& content) {
  Json question = settings_json(options);
  question["content"] = content;
  return question;
}

KeptMeasurements::KeptMeasurements(const FinishedRun& run, const char* file, bool fresh)
    : files_(run.files),
      name_(file),
      source_{files_.place(name_), "remove it, and what it held is measured again"},
      fresh_(fresh) {
  const std::string sum = run.record.checksum(best_checkpoint(run.spec));
  if (files_.has(name_)) {
    all_ = parse_json(files_.read(name_), source_.place);
    const JsonValue all(all_, source_);
    const JsonValue checkpoint = all.at("checkpoint");
    const bool same_run = all.at("run").text() == run.record.id;
    const bool same_weights = (checkpoint.is_null() ? std::string() : checkpoint.text()) == sum;
    results().members();  // of an object
    if (same_run && same_weights) return;
  }
  all_ = {
      {"run", run.record.id}, {"checkpoint", sum.empty() ? Json() : Json(sum)}, {"results", Json::object()}};
}

JsonValue KeptMeasurements::results() const {
  return JsonValue(all_, source_).at("results");
}

std::optional<JsonValue> KeptMeasurements::find(const std::string& name, const Json& options) const {
  const std::string key = key_of(name, options);
  if (fresh_ && measured_.count(key) == 0) return std::nullopt;
  return results().find(key);
}

std::optional<JsonValue> KeptMeasurements::find_like(const std::string& name,
                                                     const Json& some_options) const {
  std::optional<JsonValue> found;
  for (const auto& [key, value] : results().members()) {
    if (!key.starts_with(name + " {")) continue;
    const Json options = Json::parse(key.substr(name.size() + 1), nullptr, /*allow_exceptions=*/false);
    const auto agrees = [&](const auto& wanted) {
      return options.is_object() && options.value(wanted.key(), Json()) == wanted.value();
    };
    bool all = true;
    for (const auto& wanted : some_options.items()) all = all && agrees(wanted);
    if (all) found = value;
  }
  return found;
}

std::vector<JsonValue> KeptMeasurements::of_kind(const std::string& kind) const {
  std::vector<JsonValue> found;
  for (const auto& [key, value] : results().members()) {
    if (key.starts_with(kind + " ")) found.push_back(value);
  }
  return found;
}

void KeptMeasurements::put(const std::string& name, const Json& options, Json value) {
  const std::string key = key_of(name, options);
  all_["results"][key] = std::move(value);
  measured_.insert(key);
  if (!remark_.empty()) return;
  try {
    write_file(files_.path(name_), json_text(all_, 1) + "\n");
  } catch (const Error& error) {
    remark_ = error.what();
  }
}

}  // namespace dissent
