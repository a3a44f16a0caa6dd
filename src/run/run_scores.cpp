#include "run/run_scores.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "data/judged.h"
#include "data/loaders.h"
#include "data/predictions.h"
#include "metrics/scores.h"
#include "metrics/slices.h"
#include "votes/majority.h"

namespace dissent {

const Dataset& RunScores::dataset(const FinishedRun& run) {
  std::unique_ptr<Dataset>& known = by_hash_[run.spec.data_hash];
  if (!known) {
    known = std::make_unique<Dataset>(load_dataset_named(run.spec.data));
    if (known->hash != run.spec.data_hash) {
      fail("{}: {} is not the data that it was trained on (its hash begins {}, the run's {})",
           run.folder.string(), run.spec.data, known->hash.substr(0, 12), run.spec.data_hash.substr(0, 12));
    }
  }
  return *known;
}

RunPredictions read_run_predictions(const FinishedRun& run, const Dataset& dataset) {
  const std::filesystem::path file = run.folder / RunFiles::predictions;
  if (!std::filesystem::exists(file)) {
    fail("{}: has no {}; make it with `dissent predict {}`", run.folder.string(), RunFiles::predictions,
         run.folder.string());
  }
  const PredictionFile read = read_predictions(file);
  const auto* logits = std::get_if<std::span<const float>>(&read.cells);
  if (read.rows != dataset.items() || read.classes != dataset.classes() || logits == nullptr ||
      read.split.size() != read.rows) {
    fail("{}: not what `dissent predict` writes for this run's {} items", file.string(), dataset.items());
  }
  RunPredictions predictions;
  predictions.logits.assign(logits->begin(), logits->end());
  for (std::uint32_t item = 0; item < read.rows; ++item) {
    if (read.items[item] != dataset.votes.item_name(item)) {
      fail("{}: item {} is {}, and {} in the data; make it anew with `dissent predict`", file.string(), item,
           in_quotes(read.items[item]), in_quotes(dataset.votes.item_name(item)));
    }
    (read.split[item] == "evaluation" ? predictions.evaluation : predictions.train).push_back(item);
  }
  return predictions;
}

namespace {

ScoreValues score_run(const FinishedRun& run, const Dataset& dataset, std::string_view slice) {
  const RunPredictions predictions = read_run_predictions(run, dataset);
  const ClassSpace& classes = dataset.votes.class_space();
  const std::vector<std::uint32_t>& items = predictions.evaluation;
  const std::vector<std::int32_t> labels =
      gold_or_majority(majority_labels(dataset.votes, items), dataset.gold, items);
  const EvaluationInput input{PredictionRows(std::span<const float>(predictions.logits), classes.size(),
                                             PredictionKind::logits, items),
                              TargetRows(dataset.votes, items),
                              labels,
                              labels,
                              classes.ordered,
                              classes.values};
  if (slice.empty()) return Evaluation(input, {}).scores();
  const Evaluation means(input, {}, Evaluation::Depth::means);
  const std::vector<Slice> slices = make_slices(
      slice, {dataset.votes, items, means.item_scores().entropy, input.labels,
              [](const std::string& column) -> std::vector<std::string> {
                fail("--slice column:{}: runs have no columns; known are entropy-top, class:NAME and votes",
                     column);
              }});
  if (slices.size() != 1)
    fail("--slice {}: gives {} slices; name one of them", in_quotes(slice), slices.size());
  return Evaluation(input.select(slices[0].items), {}).scores();
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
  const Json& best = run.record.at("best");
  const auto found = best.find(std::string(metric.name));
  if (slice_.empty() && found != best.end()) return found->get<double>();
  auto known = scores_.find(run.folder);
  if (known == scores_.end()) known = scores_.emplace(run.folder, score_run(run, dataset(run), slice_)).first;
  return known->second.*metric.value;
}

}  // namespace dissent
