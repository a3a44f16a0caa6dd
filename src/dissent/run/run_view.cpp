#include "dissent/run/run_view.h"

#include <cmath>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/run/run_slice.h"
#include "dissent/votes/majority.h"

namespace dissent {

const Split& RunView::split() {
  if (!split_) split_ = split_dataset(dataset(), run_.spec.seed, run_.spec.split);
  return *split_;
}

void check_evaluated(const FinishedRun& run) {
  if (run.spec.split.evaluates()) return;
  const bool official = run.spec.split.split == SplitKind::official;
  fail("{}: was trained without an evaluation ({} {}): it has no evaluation items and no scores",
       run.folder.string(), option(official ? "evaluate-on" : "evaluation-share"), official ? "none" : "0");
}

const EvaluatedRun& RunView::evaluated() {
  if (evaluated_) return *evaluated_;
  check_evaluated(run_);
  RunPredictions all = read_run_predictions(run_, dataset());
  EvaluatedRun found{std::move(all.evaluation), {}};
  const std::size_t classes = dataset().classes();
  found.logits.reserve(found.items.size() * classes);
  for (const std::uint32_t item : found.items) {
    const auto row = std::span(all.logits).subspan(item * classes, classes);
    found.logits.insert(found.logits.end(), row.begin(), row.end());
  }
  return evaluated_.emplace(std::move(found));
}

// The evaluation items' predictions beside the annotators, and the labels that accuracy compares with.
EvaluationInput RunView::input() {
  const EvaluatedRun& found = evaluated();
  const Dataset& data = dataset();
  const ClassSpace& classes = data.votes.class_space();
  const std::vector<std::int32_t> labels =
      gold_or_majority(majority_labels(data.votes, found.items), data.gold, found.items);
  return {PredictionRows(std::span<const float>(found.logits), classes.size(), PredictionKind::logits),
          TargetRows(data.votes, found.items),
          labels,
          labels,
          classes.ordered,
          classes.values};
}

const ItemScores& RunView::item_scores() {
  if (!item_scores_) item_scores_ = Evaluation(input(), {}, Evaluation::Depth::means).item_scores();
  return *item_scores_;
}

const ScoreValues& RunView::scores(const std::string& slice) {
  const auto known = scores_.find(slice);
  if (known != scores_.end()) return known->second;
  const EvaluationInput all = input();
  const ScoreValues found =
      slice.empty() ? Evaluation(all, {}).scores()
                    : Evaluation(all.select(run_slice(dataset(), evaluated().items, slice)), {}).scores();
  return scores_.emplace(slice, found).first->second;
}

double RunView::score(const Metric& metric, const std::string& slice) {
  const double recorded = run_.record.best.scores[metric];
  return slice.empty() && !std::isnan(recorded) ? recorded : scores(slice)[metric];
}

RunView& RunViews::of(const FinishedRun& run) {
  std::unique_ptr<RunView>& view = views_[run.folder];
  if (!view) view = std::make_unique<RunView>(run, data_);
  return *view;
}

void RunViews::read(std::span<const FinishedRun* const> runs) {
  std::vector<RunView*> views;
  for (const FinishedRun* run : runs) {
    if (!has_predictions(*run)) continue;
    views.push_back(&of(*run));
    views.back()->dataset();  // loaded by this thread, which names the first run that it fails for
  }
  parallel_jobs(views.size(), [&](std::size_t job, std::size_t) { views[job]->item_scores(); });
}

}  // namespace dissent
