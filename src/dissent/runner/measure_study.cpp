#include "dissent/runner/measure_study.h"

#include <algorithm>
#include <set>

#include "dissent/catalog/models.h"
#include "dissent/core/error.h"
#include "dissent/geometry/measure_geometry.h"
#include "dissent/ood/measure_ood.h"
#include "dissent/run/run_folder.h"
#include "dissent/store/outside.h"
#include "dissent/study/pairs_file.h"

namespace dissent {
namespace {

// Their names, for options that ask for no others.
std::vector<std::string> names_of_parts(const std::vector<const GeometryPartEntry*>& parts) {
  std::vector<std::string> names;
  for (const GeometryPartEntry* part : parts) names.emplace_back(part->name);
  return names;
}

// What is measured goes into the look at the whole.
class MeasureMonitor : public OodMonitor {
 public:
  MeasureMonitor(StudyMonitor& study, StudyProgress& now, bool notes)
      : study_(study), now_(now), notes_(notes) {}

  bool stopping() override { return study_.stopping(); }
  void note(const std::string& sentence) override {
    if (notes_) study_.note(sentence);
  }

  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) override {
    stop_if_asked(study_);
    now_.measuring = total > 0 ? fmt::format("{} {}/{}", what, done, total) : std::string(what);
    study_.study_moved(now_);
  }

 private:
  StudyMonitor& study_;
  StudyProgress& now_;
  bool notes_;
};

class RunMeasuring {
 public:
  RunMeasuring(const Study& study, const ExecutionOptions& execution, StudyMonitor& monitor,
               StudyProgress& now)
      : study_(study),
        execution_(execution),
        geometry_monitor_(monitor, now, false),
        ood_monitor_(monitor, now, true) {
    if (study.ood) {
      for (const std::string& name : study.ood->outside) {
        outside_.push_back(load_outside(name));
        outside_.back().name = name;  // as the study calls it
      }
    }
  }

  void measure(const FinishedRun& run, const std::map<std::string, std::string>& options) {
    const std::vector<FinishedRun> one{run};
    if (study_.geometry && study_.geometry->where.matches(options)) {
      GeometryRequest request;
      request.options = study_.geometry->options;
      request.options.parts = names_of_parts(asked_parts(request.options, PartScope::run));
      request.execution = execution_;
      if (!request.options.parts.empty()) measure_geometry(one, request, geometry_monitor_);
    }
    if (study_.ood && study_.ood->where.matches(options)) {
      OodRequest request;
      request.options = study_.ood->options;
      request.execution = execution_;
      measure_ood(one, outside_, request, ood_monitor_);
    }
  }

 private:
  const Study& study_;
  const ExecutionOptions& execution_;
  MeasureMonitor geometry_monitor_;  // how long single runs take is no news: the progress says as much
  MeasureMonitor ood_monitor_;
  std::vector<OutsideSet> outside_;
};

// The parts between runs that these runs allow.
std::vector<std::string> possible_parts(const GeometryStep& step, const std::vector<FinishedRun>& runs) {
  const std::vector<Method> methods = methods_of(runs);
  const bool seeds =
      std::any_of(methods.begin(), methods.end(), [](const Method& m) { return m.runs.size() > 1; });
  const bool maps = std::all_of(runs.begin(), runs.end(), [](const FinishedRun& run) {
    return find_model(run.spec.train.model).has_maps;
  });
  std::vector<const GeometryPartEntry*> parts;
  for (const GeometryPartEntry* part : asked_parts(step.options, PartScope::method)) {
    if (seeds && (maps || !part->needs_maps)) parts.push_back(part);
  }
  for (const GeometryPartEntry* part : asked_parts(step.options, PartScope::pair)) {
    if (step.between.size() == 2) parts.push_back(part);
  }
  return names_of_parts(parts);
}

}  // namespace

void measure_runs(const Study& study, const std::vector<StudyRun>& runs, const ResultsFolder& results,
                  Claims& claims, const ExecutionOptions& execution, StudyMonitor& monitor,
                  std::vector<std::string>& remarks) {
  if (!study.geometry && !study.ood) return;
  StudyProgress now;
  now.study = study.name;
  now.runs = runs.size();
  now.measuring = "loading";
  RunMeasuring measuring(study, execution, monitor, now);
  for (const StudyRun& run : runs) {
    stop_if_asked(monitor);
    const std::string claim = "measure-" + run.name;
    if (!results.done(run) || !claims.take(claim)) continue;
    try {
      measuring.measure(read_run(results.files(run.name)), run.options);
      ++now.done;
    } catch (const Error& error) {
      remarks.push_back(fmt::format("{}: not measured: {}", run.name, error.what()));
    }
    claims.leave(claim);
  }
}

void measure_between(const Study& study, const std::vector<StudyRun>& runs, const ResultsFolder& results,
                     const ExecutionOptions& execution, StudyMonitor& monitor,
                     std::vector<std::string>& remarks) {
  if (!study.geometry) return;
  std::vector<FinishedRun> chosen;
  for (const StudyRun& run : runs) {
    if (results.done(run) && study.geometry->where.matches(run.options))
      chosen.push_back(read_run(results.files(run.name)));
  }
  if (chosen.empty()) return;
  GeometryRequest request;
  request.options = study.geometry->options;
  request.options.parts = possible_parts(*study.geometry, chosen);
  request.between = study.geometry->between;
  if (request.options.parts.empty()) return;
  request.execution = execution;
  StudyPairs pairs;
  pairs.question = {request.options, request.between, {}};
  for (const FinishedRun& run : chosen)
    pairs.question.runs.emplace_back(run.record.id, run.record.checksum(best_checkpoint(run.spec)));
  if (same_question(read_pairs_file(results, study).question, pairs.question)) return;
  StudyProgress now;
  now.study = study.name;
  now.runs = runs.size();
  now.done = chosen.size();
  MeasureMonitor geometry_monitor(monitor, now, false);
  try {
    GeometryResult found = measure_geometry(chosen, request, geometry_monitor);
    pairs.cka = std::move(found.cka);
    pairs.grad_cam = std::move(found.grad_cam);
    pairs.barriers = std::move(found.barriers);
    for (BarrierResult& barrier : pairs.barriers) {
      for (BarrierEnd* end : {&barrier.from, &barrier.to})  // the folder's name alone: results may be moved
        end->run = std::filesystem::path(end->run).filename().string();
    }
    write_pairs_file(results, study, pairs);
  } catch (const Error& error) {
    remarks.push_back(fmt::format("between runs nothing was measured: {}", error.what()));
  }
}

}  // namespace dissent
