#include "dissent/diagnostics/measurements_json.h"

#include <utility>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/settings_json.h"
#include "dissent/run/run_folder.h"

namespace dissent {
namespace {

std::string key_of(const std::string& name, const Json& options) {
  return name + " " + options.dump();
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
    : files_(run.files), name_(file), fresh_(fresh) {
  const std::string sum = run.record.checksum(best_checkpoint(run.spec));
  const Json checkpoint = sum.empty() ? Json() : Json(sum);
  if (files_.has(name_)) {
    const std::string place = files_.place(name_);
    all_ = parse_json(files_.read(name_), place);
    const bool good = all_.is_object() && all_.contains("results") && all_.at("results").is_object();
    if (!good) fail("{}: not what `dissent` keeps there; remove it", place);
    if (all_.value("checkpoint", Json()) == checkpoint && all_.value("run", "") == run.record.id) return;
  }
  all_ = {{"run", run.record.id}, {"checkpoint", checkpoint}, {"results", Json::object()}};
}

const Json* KeptMeasurements::find(const std::string& name, const Json& options) const {
  const std::string key = key_of(name, options);
  if (fresh_ && measured_.count(key) == 0) return nullptr;
  const auto found = all_.at("results").find(key);
  return found == all_.at("results").end() ? nullptr : &*found;
}

const Json* KeptMeasurements::find_like(const std::string& name, const Json& some_options) const {
  const Json* found = nullptr;
  for (const auto& [key, value] : all_.at("results").items()) {
    if (!key.starts_with(name + " {")) continue;
    const Json options = Json::parse(key.substr(name.size() + 1), nullptr, /*allow_exceptions=*/false);
    const auto agrees = [&](const auto& wanted) {
      return options.is_object() && options.value(wanted.key(), Json()) == wanted.value();
    };
    bool all = true;
    for (const auto& wanted : some_options.items()) all = all && agrees(wanted);
    if (all) found = &value;
  }
  return found;
}

std::vector<const Json*> KeptMeasurements::of_kind(const std::string& kind) const {
  std::vector<const Json*> found;
  for (const auto& [key, value] : all_.at("results").items()) {
    if (key.starts_with(kind + " ")) found.push_back(&value);
  }
  return found;
}

void KeptMeasurements::put(const std::string& name, const Json& options, Json value) {
  const std::string key = key_of(name, options);
  all_["results"][key] = std::move(value);
  measured_.insert(key);
  if (!remark_.empty()) return;
  try {
    write_file(files_.path(name_), all_.dump(1) + "\n");
  } catch (const Error& error) {
    remark_ = error.what();
  }
}

}  // namespace dissent
