#include "study/values.h"

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "io/settings_json.h"
#include "run/dynamics.h"
#include "run/measurements.h"
#include "run/run_scores.h"
#include "study/run_options.h"

namespace dissent {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

void add_number(std::map<std::string, double, std::less<>>& values, const std::string& column,
                const Json& from, const std::string& key) {
  if (const auto found = from.find(key); found != from.end() && found->is_number()) {
    values[column] = found->get<double>();
  }
}

}  // namespace

StudyValues::StudyValues(const Study& study, const std::vector<FinishedRun>& runs,
                         const std::function<void(std::size_t)>& progress)
    : study_(study), runs_(runs), columns_(study_columns(study)) {
  for (const FinishedRun& run : runs) {
    Values values;
    add_record(run, values);
    add_slices(run, values);
    if (study.geometry && study.geometry->where.matches(study_options(run.spec))) add_geometry(run, values);
    if (study.ood && study.ood->where.matches(study_options(run.spec))) add_ood(run, values);
    values_.push_back(std::move(values));
    if (progress) progress(values_.size());
  }
  for (const auto& [what, count] : missing_) {
    remarks_.push_back(
        fmt::format("{} of {} run{} {}", count, runs.size(), runs.size() == 1 ? "" : "s", what));
  }
}

double StudyValues::value(std::size_t run, std::string_view column) const {
  const auto found = values_[run].find(column);
  return found == values_[run].end() ? kNone : found->second;
}

void StudyValues::add_record(const FinishedRun& run, Values& values) const {
  const Json& best = run.record.at("best");
  const Json last = run.record.value("last", Json::object());
  for (const Metric& metric : metric_list()) {
    const std::string name(metric.name);
    add_number(values, name, best, name);
    add_number(values, "last_" + name, last, name);
  }
  add_number(values, "best_epoch", best, "epoch");
  add_number(values, "last_epoch", last, "epoch");
  const Json execution = run.record.value("execution", Json::object());
  add_number(values, "seconds", execution, "seconds");
  add_number(values, "images_per_second", execution, "images_per_second");
  if (std::filesystem::exists(run.folder / RunFiles::history)) {
    values["near_best_epoch"] = run_dynamics(run).near_best_epoch;
  }
}

void StudyValues::add_slices(const FinishedRun& run, Values& values) {
  if (study_.evaluate.slices.empty()) return;
  if (!std::filesystem::exists(run.folder / RunFiles::predictions)) {
    missing("have no predictions.npz, so that slices cannot be scored: `dissent predict RUN` makes it");
    return;
  }
  for (const std::string& slice : study_.evaluate.slices) {
    RunScores scores(slice, datasets_);
    for (const Metric& metric : metric_list()) {
      if (metric.ordinal && !dataset(run).votes.class_space().ordered) continue;
      values[std::string(metric.name) + "@" + slice] = scores.value(run, metric);
    }
  }
}

void StudyValues::add_geometry(const FinishedRun& run, Values& values) {
  const GeometryOptions& options = study_.geometry->options;
  const Measurements kept(run, kGeometryFile);
  bool whole = true;
  if (asks_for(options, "hessian")) {
    std::vector<std::string> slices{"all"};
    if (options.slice != "none") slices.push_back(options.slice);
    for (const std::string& slice : slices) {
      const Json* known = kept.find("hessian " + slice, hessian_question(options));
      whole = whole && known != nullptr;
      if (known == nullptr) continue;
      const std::string items = slice == "all" ? "" : "@" + slice;
      add_number(values, "lambda_max" + items, *known, "lambda_max");
      add_number(values, "trace" + items, *known, "trace");
    }
  }
  if (asks_for(options, "variance")) {
    const Json* known = kept.find("variance", {{"samples", options.samples}});
    whole = whole && known != nullptr;
    if (known != nullptr) add_number(values, "variance_spearman", *known, "spearman");
  }
  if (!whole) missing("are not measured as `evaluate: geometry` asks");
}

void StudyValues::add_ood(const FinishedRun& run, Values& values) {
  Json question = settings_json(study_.ood->options);
  if (study_.ood->options.scores.empty()) question.erase("score");
  const Measurements kept(run, kOodFile);
  bool whole = true;
  for (const std::string& set : study_.ood->outside) {
    const Json* known = kept.find_like("ood " + set, question);
    whole = whole && known != nullptr;
    if (known == nullptr) continue;
    for (const auto& [score, told] : known->at("scores").items()) {
      for (const char* measure : {"auroc", "fpr95", "aupr"}) {
        add_number(values, fmt::format("{}_{}@{}", score, measure, set), told, measure);
      }
    }
  }
  if (!whole) missing("are not measured as `evaluate: ood` asks");
}

}  // namespace dissent
