#include "dissent/run/evaluated_runs.h"

#include <algorithm>

#include "dissent/core/parallel.h"
#include "dissent/run/run_folder.h"
#include "dissent/run/run_scores.h"
#include "dissent/run/run_slice.h"
#include "dissent/votes/majority.h"

namespace dissent {
namespace {

// Beside the annotators, as evaluation_input() does it for all items' predictions.
EvaluationInput input_of(const EvaluatedRun& run, const Dataset& dataset) {
  const ClassSpace& classes = dataset.votes.class_space();
  const std::vector<std::int32_t> labels =
      gold_or_majority(majority_labels(dataset.votes, run.items), dataset.gold, run.items);
  return {PredictionRows(std::span<const float>(run.logits), classes.size(), PredictionKind::logits),
          TargetRows(dataset.votes, run.items),
          labels,
          labels,
          classes.ordered,
          classes.values};
}

std::unique_ptr<EvaluatedRun> evaluate(const FinishedRun& run, const Dataset& dataset) {
  RunPredictions all = read_run_predictions(run, dataset);
  auto evaluated = std::make_unique<EvaluatedRun>();
  evaluated->items = std::move(all.evaluation);
  const std::size_t classes = dataset.classes();
  evaluated->logits.reserve(evaluated->items.size() * classes);
  for (const std::uint32_t item : evaluated->items) {
    const auto row = std::span(all.logits).subspan(item * classes, classes);
    evaluated->logits.insert(evaluated->logits.end(), row.begin(), row.end());
  }
  evaluated->scores = Evaluation(input_of(*evaluated, dataset), {}, Evaluation::Depth::means).item_scores();
  return evaluated;
}

}  // namespace

bool has_predictions(const FinishedRun& run) {
  return run.files.has(RunFileNames::predictions);
}

void EvaluatedRuns::read(std::span<const FinishedRun* const> runs) {
  struct Job {
    const FinishedRun* run;
    const Dataset* dataset;
    std::unique_ptr<EvaluatedRun>* result;
  };
  std::vector<Job> jobs;
  for (const FinishedRun* run : runs) {
    if (!has_predictions(*run)) continue;
    const Dataset& dataset = datasets_.of(*run);
    std::unique_ptr<EvaluatedRun>& known = known_[run->folder];
    if (!known) jobs.push_back({run, &dataset, &known});
  }
  parallel_jobs(jobs.size(), [&](std::size_t job, std::size_t) {
    *jobs[job].result = evaluate(*jobs[job].run, *jobs[job].dataset);
  });
}

const EvaluatedRun& EvaluatedRuns::of(const FinishedRun& run) {
  const Dataset& dataset = datasets_.of(run);
  std::unique_ptr<EvaluatedRun>& known = known_[run.folder];
  if (!known) known = evaluate(run, dataset);
  return *known;
}

ScoreValues EvaluatedRuns::slice(const FinishedRun& run, std::string_view slice) {
  const EvaluatedRun& evaluated = of(run);
  const Dataset& dataset = datasets_.of(run);
  return Evaluation(input_of(evaluated, dataset).select(run_slice(dataset, evaluated.items, slice)), {})
      .scores();
}

}  // namespace dissent
