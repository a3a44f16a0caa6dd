#include "dissent/runner/measure_study.h"

#include <algorithm>
#include <set>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/settings_json.h"
#include "dissent/ood/measure_ood.h"
#include "dissent/store/outside.h"
#include "dissent/study/pairs_file.h"
#include "dissent/train/torch_errors.h"

namespace dissent {
namespace {

constexpr std::string_view kOfOneRun[] = {"hessian", "variance", "dynamics"};
constexpr std::string_view kBetweenRuns[] = {"cka", "grad-cam", "barrier"};

std::vector<std::string> parts_among(const GeometryOptions& options,
                                     std::span<const std::string_view> among) {
  std::vector<std::string> parts;
  for (const std::string_view part : among) {
    if (asks_for(options, part)) parts.emplace_back(part);
  }
  return parts;
}

MeasureHooks hooks_for(const ConductHooks& hooks, StudyProgress& now) {
  MeasureHooks inner;
  inner.progress = [&](std::uint64_t done, std::uint64_t total, const std::string& what) {
    hooks.pulse();
    now.measuring = total > 0 ? fmt::format("{} {}/{}", what, done, total) : what;
    hooks.progress(now);
  };
  return inner;  // its notes are of single runs, and the progress says as much
}

class RunMeasuring {
 public:
  RunMeasuring(const Study& study, const Compute& compute, const ConductHooks& hooks, StudyProgress& now)
      : study_(study), compute_(compute), hooks_(hooks), now_(now) {
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
      request.options.parts = parts_among(request.options, kOfOneRun);
      if (!request.options.parts.empty()) {
        with_clear_errors([&] { measure_geometry(one, request, compute_, hooks_for(hooks_, now_)); });
      }
    }
    if (study_.ood && study_.ood->where.matches(options)) {
      OodRequest request;
      request.options = study_.ood->options;
      request.note = hooks_.note;
      request.progress = [&](const std::string& what) {
        hooks_.pulse();
        now_.measuring = what;
        hooks_.progress(now_);
      };
      with_clear_errors([&] { measure_ood(one, outside_, request, compute_); });
    }
  }

 private:
  const Study& study_;
  const Compute& compute_;
  const ConductHooks& hooks_;
  StudyProgress& now_;
  std::vector<OutsideSet> outside_;
};

// The parts between runs that these runs allow.
std::vector<std::string> possible_parts(const GeometryStep& step, const std::vector<FinishedRun>& runs) {
  std::vector<std::string> parts = parts_among(step.options, kBetweenRuns);
  const std::vector<Method> methods = methods_of(runs);
  const bool seeds =
      std::any_of(methods.begin(), methods.end(), [](const Method& m) { return m.runs.size() > 1; });
  const bool maps = std::all_of(runs.begin(), runs.end(), [](const FinishedRun& run) {
    return find_model(run.spec.train.model).has_maps;
  });
  std::erase_if(parts, [&](const std::string& part) {
    if (part == "barrier") return step.between.size() != 2;
    return !seeds || (part == "grad-cam" && !maps);
  });
  return parts;
}

}  // namespace

void measure_runs(const Study& study, const std::vector<StudyRun>& runs, const ResultsFolder& results,
                  Claims& claims, const Compute& compute, const ConductHooks& hooks,
                  std::vector<std::string>& remarks) {
  if (!study.geometry && !study.ood) return;
  StudyProgress now;
  now.runs = runs.size();
  now.measuring = "loading";
  RunMeasuring measuring(study, compute, hooks, now);
  for (const StudyRun& run : runs) {
    hooks.pulse();
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
                     const Compute& compute, const ConductHooks& hooks, std::vector<std::string>& remarks) {
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
  Json question = {
      {"options", settings_json(request.options)}, {"between", request.between}, {"runs", Json::array()}};
  for (const FinishedRun& run : chosen) {
    question["runs"].push_back(
        {run.record.value("id", ""), checkpoint_sum(run.record, best_checkpoint(run.spec))});
  }
  if (read_pairs_file(results, study).value("question", Json()) == question) return;
  StudyProgress now;
  now.runs = runs.size();
  now.done = chosen.size();
  try {
    Json found = measure_geometry(chosen, request, compute, hooks_for(hooks, now));
    Json kept = {{"question", std::move(question)}};
    for (const char* part : {"cka", "grad_cam", "barriers"}) {
      if (found.contains(part)) kept[part] = std::move(found[part]);
    }
    if (kept.contains("barriers")) {
      for (Json& path : kept["barriers"]) {
        for (const char* end : {"from", "to"}) {  // the folder's name alone: results may be moved
          path[end] = std::filesystem::path(path.at(end).get<std::string>()).filename().string();
        }
      }
    }
    write_pairs_file(results, study, kept);
  } catch (const Error& error) {
    remarks.push_back(fmt::format("between runs nothing was measured: {}", error.what()));
  }
}

}  // namespace dissent
