#include "dissent/run/run_scores.h"

#include <algorithm>
#include <cmath>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/metrics/scores.h"
#include "dissent/predictions/matched_predictions.h"
#include "dissent/predictions/predictions.h"
#include "dissent/run/run_slice.h"
#include "dissent/votes/majority.h"

namespace dissent {

RunPredictions read_run_predictions(const FinishedRun& run, const Dataset& dataset) {
  if (!run.files.has(RunFileNames::predictions)) {
    fail("{}: has no {}; make it with `dissent predict {}`", run.folder.string(), RunFileNames::predictions,
         run.folder.string());
  }
  const std::string file = run.files.place(RunFileNames::predictions);
  const std::string bytes = run.files.read(RunFileNames::predictions);
  const PredictionFile read = read_predictions_from(bytes, file);
  const auto* logits = std::get_if<std::span<const float>>(&read.cells);
  if (read.rows != dataset.items() || read.classes != dataset.classes() || logits == nullptr ||
      read.split.size() != read.rows) {
    fail("{}: not what `dissent predict` writes for this run's {} items", file, dataset.items());
  }
  RunPredictions predictions;
  predictions.logits.assign(logits->begin(), logits->end());
  for (std::uint32_t item = 0; item < read.rows; ++item) {
    if (read.items[item] != dataset.votes.item_name(item)) {
      fail("{}: item {} is {}, and {} in the data; make it anew with `dissent predict`", file, item,
           in_quotes(read.items[item]), in_quotes(dataset.votes.item_name(item)));
    }
    (read.split[item] == "evaluation" ? predictions.evaluation : predictions.train).push_back(item);
  }
  return predictions;
}

EvaluationInput evaluation_input(const RunPredictions& predictions, const Dataset& dataset) {
  const ClassSpace& classes = dataset.votes.class_space();
  const std::vector<std::uint32_t>& items = predictions.evaluation;
  const std::vector<std::int32_t> labels =
      gold_or_majority(majority_labels(dataset.votes, items), dataset.gold, items);
  return {PredictionRows(std::span<const float>(predictions.logits), classes.size(), PredictionKind::logits,
                         items),
          TargetRows(dataset.votes, items),
          labels,
          labels,
          classes.ordered,
          classes.values};
}

namespace {

ScoreValues score_run(const FinishedRun& run, const Dataset& dataset, std::string_view slice) {
  const RunPredictions predictions = read_run_predictions(run, dataset);
  const EvaluationInput input = evaluation_input(predictions, dataset);
  if (slice.empty()) return Evaluation(input, {}).scores();
  return Evaluation(input.select(run_slice(dataset, predictions.evaluation, slice)), {}).scores();
}

}  // namespace

std::vector<double> item_soft_nll(const RunPredictions& predictions, const Dataset& dataset) {
  const std::size_t classes = dataset.classes();
  std::vector<double> p(classes), log_q(classes), losses(dataset.items());
  for (std::size_t item = 0; item < losses.size(); ++item) {
    dataset.votes.fractions_of(item, p);
    log_softmax(std::span(predictions.logits).subspan(item * classes, classes), log_q);
    losses[item] = cross_entropy(p, log_q);
  }
  return losses;
}

double RunScores::value(const FinishedRun& run, const Metric& metric) {
  const double recorded = run.record.best.scores.*metric.value;
  if (slice_.empty() && !std::isnan(recorded)) return recorded;
  auto known = scores_.find(run.folder);
  if (known == scores_.end()) known = scores_.emplace(run.folder, score_run(run, dataset(run), slice_)).first;
  return known->second.*metric.value;
}

}  // namespace dissent
