#include "dissent/study/values.h"

#include <algorithm>
#include <cmath>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/core/undefined.h"
#include "dissent/diagnostics/measurements.h"
#include "dissent/io/csv.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/run/dynamics.h"
#include "dissent/run/run_options.h"

namespace dissent {
namespace {

using Quantity = Column::Quantity;

void add_known(std::map<Column, double>& values, const Column& column, double value) {
  if (!std::isnan(value)) values[column] = value;
}

}  // namespace

StudyValues::StudyValues(const Study& study, const std::vector<FinishedRun>& runs,
                         const std::filesystem::path& kept, Monitor& monitor)
    : study_(study), runs_(runs), columns_(study_columns(study)) {
  for (const FinishedRun& run : runs) {
    Values values;
    if (!run.spec.split.evaluates()) missing("were trained without an evaluation, and have no scores");
    add_record(run, values);
    add_slices(run, values);
    if (study.geometry && study.geometry->where.matches(study_options(run.spec))) add_geometry(run, values);
    if (study.ood && study.ood->where.matches(study_options(run.spec))) add_ood(run, values);
    values_.push_back(std::move(values));
    monitor.progress("reading runs", values_.size(), runs.size());
    stop_if_asked(monitor);
  }
  if (const std::size_t numbers = kept.empty() ? 0 : add_kept(kept); numbers > 0) {
    remarks_.push_back(fmt::format("{} numbers are from {}, written when what they are made from was there",
                                   numbers, kept.string()));
  }
  if (!study.evaluate.relative_to.empty()) add_relative(study.evaluate.relative_to);
  for (const auto& [what, count] : missing_) {
    remarks_.push_back(
        fmt::format("{} of {} run{} {}", count, runs.size(), runs.size() == 1 ? "" : "s", what));
  }
}

double StudyValues::value(std::size_t run, const Column& column) const {
  const auto found = values_[run].find(column);
  return found == values_[run].end() ? kUndefined : found->second;
}

double StudyValues::value(std::size_t run, std::string_view column) const {
  const std::optional<Column> known = parse_column(column);
  return known ? value(run, *known) : kUndefined;
}

void StudyValues::add_record(const FinishedRun& run, Values& values) const {
  const RunRecord& record = run.record;
  for (const Metric& metric : metric_list()) {
    add_known(values, {.metric = &metric}, record.best.scores[metric]);
    add_known(values, {.metric = &metric, .checkpoint = Column::Checkpoint::last},
              record.last.scores[metric]);
  }
  if (record.best.epoch > 0) add_known(values, {.quantity = Quantity::best_epoch}, record.best.epoch);
  if (record.last.epoch > 0) add_known(values, {.quantity = Quantity::last_epoch}, record.last.epoch);
  if (record.execution) {
    add_known(values, {.quantity = Quantity::seconds}, record.execution->seconds);
    add_known(values, {.quantity = Quantity::images_per_second}, record.execution->images_per_second);
  }
  if (run.files.has(RunFileNames::history) && run.spec.split.evaluates()) {
    values[{.quantity = Quantity::near_best_epoch}] = run_dynamics(run).near_best_epoch;
  }
}

void StudyValues::add_slices(const FinishedRun& run, Values& values) {
  if (study_.evaluate.slices.empty() || !run.spec.split.evaluates()) return;
  if (!has_predictions(run)) {
    missing("have no predictions.npz, so that slices cannot be scored: `dissent predict RUN` makes it");
    return;
  }
  try {
    dataset(run);
  } catch (const Error& error) {
    missing(fmt::format("cannot be scored on slices: {}", error.what()));
    return;
  }
  for (const std::string& slice : study_.evaluate.slices) {
    const ScoreValues scores = views_.of(run).scores(slice);
    for (const Metric& metric : metric_list()) {
      if (metric.ordinal && !dataset(run).votes.class_space().ordered) continue;
      values[{.metric = &metric, .slice = slice}] = scores[metric];
    }
  }
}

// The difference from the baseline's run of the same seed, in percent of the baseline's mean over seeds: a
// single seed's score, which may be near zero, is a poor thing to divide by.
void StudyValues::add_relative(const std::string& baseline) {
  using Shared = std::map<std::string, std::string>;
  const auto shared = [](const FinishedRun& run) {  // all but the seed, the delivery and its own options
    Shared options = study_options(run.spec);
    for (const char* name : {"delivery", "seed"}) options.erase(name);
    for_each_field<DeliveryOptions>([&](const auto& field) { options.erase(std::string(field.name)); });
    return options;
  };
  struct Baseline {
    std::map<std::uint64_t, std::size_t> runs;  // by seed
    Values means;
  };
  std::map<Shared, Baseline> baselines;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (runs_[i].spec.delivery == baseline) baselines[shared(runs_[i])].runs[runs_[i].spec.seed] = i;
  }
  for (auto& [options, one] : baselines) {
    for (const Metric& metric : metric_list()) {
      const Column score{.metric = &metric};
      double& mean = one.means[score];
      for (const auto& [seed, run] : one.runs)
        mean += value(run, score) / static_cast<double>(one.runs.size());
    }
  }
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const auto found = baselines.find(shared(runs_[i]));
    if (runs_[i].spec.delivery == baseline || found == baselines.end()) continue;
    const auto partner = found->second.runs.find(runs_[i].spec.seed);
    if (partner == found->second.runs.end()) continue;
    for (const Metric& metric : metric_list()) {
      const Column score{.metric = &metric};
      values_[i][{.metric = &metric, .relative_to = baseline}] =
          100 * (value(i, score) - value(partner->second, score)) / std::abs(found->second.means.at(score));
    }
  }
}

// A run's numbers do not change, so that an earlier table of runs may fill in what cannot be computed again.
std::size_t StudyValues::add_kept(const std::filesystem::path& file) {
  if (!is_there(file)) return 0;
  std::map<std::string, Values*, std::less<>> by_id;
  for (std::size_t i = 0; i < runs_.size(); ++i) by_id[runs_[i].record.id] = &values_[i];
  const MappedFile mapped(file);
  CsvReader reader(mapped.bytes(), ',', file);
  if (!reader.next()) return 0;
  const std::vector<std::string> head(reader.fields().begin(), reader.fields().end());
  const auto id = std::find(head.begin(), head.end(), "run");
  if (id == head.end())
    fail("{}: has no column run; make it anew with `dissent study tables`", file.string());
  std::size_t added = 0;
  while (reader.next(head.size())) {
    const auto run = by_id.find(reader.fields()[static_cast<std::size_t>(id - head.begin())]);
    if (run == by_id.end()) continue;
    for (const Column& column : columns_) {
      if (!column.relative_to.empty()) continue;  // follows from the others
      const auto at = std::find(head.begin(), head.end(), column.name());
      if (at == head.end() || run->second->count(column) > 0) continue;
      const auto value = parse_double(reader.fields()[static_cast<std::size_t>(at - head.begin())]);
      if (!value) continue;
      (*run->second)[column] = *value;
      ++added;
    }
  }
  return added;
}

void StudyValues::add_geometry(const FinishedRun& run, Values& values) {
  const GeometryOptions& options = study_.geometry->options;
  const GeometryMeasurements kept(run);
  bool whole = true;
  if (asks_for(options, "hessian")) {
    std::vector<std::string> slices{""};
    if (options.slice != "none") slices.push_back(options.slice);
    for (const std::string& slice : slices) {
      const std::optional<HessianResult> known = kept.hessian(slice.empty() ? "all" : slice, options);
      whole = whole && known;
      if (!known) continue;
      add_known(values, {.quantity = Quantity::lambda_max, .slice = slice}, known->largest.value);
      if (known->trace) add_known(values, {.quantity = Quantity::trace, .slice = slice}, known->trace->value);
    }
  }
  if (asks_for(options, "variance")) {
    const std::optional<VarianceResult> known = kept.variance(options);
    whole = whole && known;
    if (known) add_known(values, {.quantity = Quantity::variance_spearman}, known->spearman);
  }
  if (!whole) missing("are not measured as `evaluate: geometry` asks");
}

void StudyValues::add_ood(const FinishedRun& run, Values& values) {
  const OodMeasurements kept(run);
  bool whole = true;
  for (const std::string& set : study_.ood->outside) {
    const std::optional<OodSet> known = kept.find_like(set, study_.ood->options);
    whole = whole && known;
    if (!known) continue;
    for (const auto& [detector, found] : known->detectors) {
      Column column{.detector = detector, .outside = set};
      const auto add = [&](Quantity quantity, double value) {
        column.quantity = quantity;
        add_known(values, column, value);
      };
      add(Quantity::auroc, found.auroc);
      add(Quantity::fpr95, found.fpr95);
      add(Quantity::aupr, found.aupr);
    }
  }
  if (!whole) missing("are not measured as `evaluate: ood` asks");
}

}  // namespace dissent
