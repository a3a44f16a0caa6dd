#include "dissent/run/run_predictions.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/core/undefined.h"
#include "dissent/metrics/scores.h"
#include "dissent/predictions/predictions.h"
#include "dissent/run/run_folder.h"

namespace dissent {

bool has_predictions(const FinishedRun& run) {
  return run.files.has(RunFileNames::predictions);
}

RunPredictions read_run_predictions(const FinishedRun& run, const Dataset& dataset) {
  if (!has_predictions(run)) {
    fail("{}: has no {}; make it with `dissent predict {}`", run.folder.string(), RunFileNames::predictions,
         run.folder.string());
  }
  const std::string file = run.files.place(RunFileNames::predictions);
  const std::string bytes = run.files.read(RunFileNames::predictions);
  check_sum(run.files, run.record, RunFileNames::predictions, bytes);
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
    if (read.split[item] == "evaluation") predictions.evaluation.push_back(item);
    if (read.split[item] == "train") predictions.train.push_back(item);
  }
  return predictions;
}

std::vector<double> item_soft_nll(const RunPredictions& predictions, const Dataset& dataset) {
  const std::size_t classes = dataset.classes();
  std::vector<double> p(classes), log_q(classes), losses(dataset.items());
  for (std::size_t item = 0; item < losses.size(); ++item) {
    if (dataset.votes.is_empty(item)) {
      losses[item] = kUndefined;
      continue;
    }
    dataset.votes.fractions_of(item, p);
    log_softmax(std::span(predictions.logits).subspan(item * classes, classes), log_q);
    losses[item] = cross_entropy(p, log_q);
  }
  return losses;
}

}  // namespace dissent
