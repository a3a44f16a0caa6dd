#include "dissent/evaluate/evaluate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/metrics/slices.h"
#include "dissent/votes/majority.h"

namespace dissent {
namespace {

std::string calibration_target(const EvaluationOptions& options, bool has_gold) {
  if (options.target == CalibrationTarget::gold && !has_gold) {
    fail("{} gold: there are no gold labels; give them with {}", option("target"), option("gold"));
  }
  if (options.target == CalibrationTarget::automatic) return has_gold ? "gold" : "majority";
  return std::string(name_of(options.target));
}

std::size_t replicates_for(const std::string& text, std::size_t cells) {
  if (text == "auto") {  // a thousand, but fewer where that would take minutes
    return std::clamp<std::size_t>(2'000'000'000 / std::max<std::size_t>(cells, 1), 100, 1000);
  }
  const auto number = parse_int(text);
  if (!number || *number < 0 || *number > 1'000'000) {
    fail("{} {}: a number of resamplings is wanted, 0 for none, or auto", option("bootstrap"),
         in_quotes(text));
  }
  return static_cast<std::size_t>(*number);
}

// What the same distribution for every item scores.
ScoreValues constant_scores(const EvaluationInput& input, std::span<const double> q,
                            const EvaluationOptions& options) {
  PredictionRows rows(q, q.size(), PredictionKind::probabilities,
                      std::vector<std::uint32_t>(input.q.items(), 0));
  return Evaluation({std::move(rows), input.p, input.labels, input.targets, input.ordered, input.values},
                    options, Evaluation::Depth::means)
      .scores();
}

ScoredItems item_predictions(const Evaluation& whole, const std::vector<std::uint32_t>& items,
                             const VoteTable& votes) {
  const auto values = [](const ItemScores::Column& column) {
    return std::vector<double>(column.begin(), column.end());
  };
  const ItemScores& scores = whole.item_scores();
  ScoredItems kept{values(scores.confidence),
                   values(scores.outcome),
                   values(scores.predicted_entropy),
                   values(scores.entropy),
                   {}};
  const std::size_t classes = votes.classes();
  kept.q.assign(votes.items() * classes, std::numeric_limits<float>::quiet_NaN());
  std::vector<double> q(classes), log_q(classes);
  for (std::size_t i = 0; i < items.size(); ++i) {
    whole.input().q.row(i, q, log_q);
    for (std::size_t k = 0; k < classes; ++k) kept.q[items[i] * classes + k] = static_cast<float>(q[k]);
  }
  return kept;
}

std::vector<DifferingItem> differing_items(const Evaluation& whole, const std::vector<std::uint32_t>& items,
                                           const VoteTable& votes, std::size_t most) {
  const ItemScores& scores = whole.item_scores();
  std::vector<std::uint32_t> order(whole.items());
  std::iota(order.begin(), order.end(), 0U);
  const auto kl = [&](std::uint32_t i) { return scores.soft_nll[i] - scores.entropy[i]; };
  const std::size_t shown = std::min(most, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                    [&](std::uint32_t a, std::uint32_t b) { return kl(a) != kl(b) ? kl(a) > kl(b) : a < b; });
  const std::size_t classes = votes.classes();
  std::vector<double> log_q(classes);
  std::vector<DifferingItem> differing;
  for (std::size_t s = 0; s < shown; ++s) {
    DifferingItem item{std::string(votes.item_name(items[order[s]])), kl(order[s]),
                       std::vector<double>(classes), std::vector<double>(classes)};
    whole.input().p.row(order[s], item.p);
    whole.input().q.row(order[s], item.q, log_q);
    differing.push_back(std::move(item));
  }
  return differing;
}

// File names without folder and extension (of a run's own predictions, the run's), unless two are the same.
void name_files(std::vector<FileEvaluation>& files) {
  const auto short_name = [](const FileEvaluation& file) {
    const std::filesystem::path path = std::filesystem::absolute(file.path);
    return (path.stem() == "predictions" ? path.parent_path().filename() : path.stem()).string();
  };
  for (FileEvaluation& file : files) {
    const std::string name = short_name(file);
    const auto same = std::count_if(files.begin(), files.end(),
                                    [&](const FileEvaluation& other) { return short_name(other) == name; });
    file.name = same > 1 ? file.path : name;
  }
}

class Evaluator {
 public:
  Evaluator(const Annotations& annotations, const EvaluateOptions& options, Monitor& monitor)
      : annotations_(annotations), options_(options), monitor_(monitor), index_(annotations.votes) {
    check_options(options);
    const bool has_gold = !annotations.gold.empty();
    result_.votes = annotations.name;
    result_.audit = annotations.audit;
    result_.classes = annotations.votes.class_space();
    result_.accuracy_target = has_gold ? "gold" : "majority";
    result_.calibration_target = calibration_target(options.scores, has_gold);
    result_.seed = options.seed;
    if (!annotations.votes.has_counts()) {
      result_.human_reason = "this source has probabilities, and no vote counts";
      return;
    }
    try {
      human_ = human_fit(annotations.votes);
    } catch (const Error& error) {
      result_.human_reason = error.text(options_.match.option_name);
    }
  }

  void score(const PredictionFile& file) {
    MatchedPredictions matched = match_predictions(file, annotations_.votes, index_, options_.match);
    FileEvaluation& out = result_.files.emplace_back();
    out.path = file.path;
    out.kind = matched.kind;
    out.remarks = std::move(matched.remarks);
    const ClassSpace& classes = annotations_.votes.class_space();
    EvaluationInput input{
        std::move(matched.rows), TargetRows(annotations_.votes, matched.items), {}, {}, classes.ordered,
        classes.values};
    set_labels(out, input, matched.items);
    out.replicates = replicates_for(options_.bootstrap, matched.items.size() * classes.size());
    const std::vector<double> shares = class_shares(annotations_.votes, matched.items);
    const Evaluation whole = score_part(out, "", std::move(input), matched.items, shares);
    const SliceSource source{annotations_.votes, matched.items, whole.item_scores().entropy,
                             whole.input().labels,
                             [&](const std::string& column) { return slice_column(column); }};
    for (const std::string& spec : options_.slices) {
      if (spec == "none") continue;
      for (const Slice& slice : make_slices(spec, source)) {
        std::vector<std::uint32_t> items;
        for (const std::uint32_t i : slice.items) items.push_back(matched.items[i]);
        score_part(out, slice.name, whole.input().select(slice.items), items, shares);
      }
    }
    out.smooth = whole.smooth_reliability(101);
    out.differ_most = differing_items(whole, matched.items, annotations_.votes, options_.top);
    if (options_.keep_items) out.items = item_predictions(whole, matched.items, annotations_.votes);
  }

  EvaluationResult finish() && {
    name_files(result_.files);
    return std::move(result_);
  }

 private:
  Evaluation score_part(FileEvaluation& out, const std::string& name, EvaluationInput input,
                        const std::vector<std::uint32_t>& items, const std::vector<double>& shares) {
    stop_if_asked(monitor_);
    const auto depth = out.replicates > 0 ? Evaluation::Depth::resampling : Evaluation::Depth::scores;
    Evaluation evaluation(std::move(input), options_.scores, depth);
    SliceScores& part = out.parts.emplace_back();
    part.name = name;
    part.items = evaluation.items();
    part.scores = evaluation.scores();
    part.infinite = evaluation.infinite();
    for (const Metric& metric : metric_list()) part.reasons.push_back(evaluation.reason(metric));
    if (out.replicates > 0) {
      const std::string what = fmt::format("intervals of {}", name.empty() ? "all items" : name);
      part.intervals =
          evaluation.intervals(Evaluation::Resampled::all, out.replicates, options_.seed,
                               [&](std::size_t done) { monitor_.progress(what, done, out.replicates); });
    }
    part.recall = evaluation.recall();
    part.reliability = evaluation.reliability();
    if (human_) part.human = human_reference(annotations_.votes, *human_, items);
    const std::vector<double> even(shares.size(), 1 / static_cast<double>(shares.size()));
    part.class_shares = constant_scores(evaluation.input(), shares, options_.scores);
    part.uniform = constant_scores(evaluation.input(), even, options_.scores);
    return evaluation;
  }

  // What accuracy and calibration compare with: gold where it is known, the majority elsewhere.
  void set_labels(FileEvaluation& out, EvaluationInput& input, const std::vector<std::uint32_t>& items) {
    const MajorityLabels majority = majority_labels(annotations_.votes, items);
    input.labels = gold_or_majority(majority, annotations_.gold, items);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const bool known = !annotations_.gold.empty() && annotations_.gold[items[i]] >= 0;
      out.without_gold += !known && !annotations_.gold.empty();
      out.majority_ties += !known && majority.tied[i] != 0;
    }
    if (result_.calibration_target == "gold") input.targets = input.labels;
    if (result_.calibration_target == "majority")
      input.targets.assign(majority.labels.begin(), majority.labels.end());
  }

  std::vector<std::string> slice_column(const std::string& column) const {
    if (options_.columns.empty()) {
      fail("{} column:{}: in which file? Name it with {}", option("slice"), column, option("columns"));
    }
    return item_attribute(options_.columns, column, options_.columns_item, annotations_.votes, index_);
  }

  const Annotations& annotations_;
  const EvaluateOptions& options_;
  Monitor& monitor_;
  ItemIndex index_;
  std::optional<HumanFit> human_;
  EvaluationResult result_;
};

}  // namespace

double SliceScores::human_score(const Metric& metric) const {
  if (human && metric.name == "soft_nll") return human->soft_nll;
  if (human && metric.name == "kl") return human->kl;
  return std::numeric_limits<double>::quiet_NaN();
}

void check_options(const EvaluateOptions& options) {
  for (const std::string& spec : options.slices) {
    if (spec != "none") check_slice(spec);
  }
  replicates_for(options.bootstrap, 1);
}

EvaluationResult evaluate(const Annotations& annotations, std::span<const PredictionFile> files,
                          const EvaluateOptions& options, Monitor& monitor) {
  Evaluator evaluator(annotations, options, monitor);
  for (const PredictionFile& file : files) evaluator.score(file);
  return std::move(evaluator).finish();
}

EvaluationResult evaluate(const Annotations& annotations, std::span<const std::filesystem::path> files,
                          const EvaluateOptions& options, Monitor& monitor) {
  Evaluator evaluator(annotations, options, monitor);
  for (const std::filesystem::path& file : files) evaluator.score(read_predictions(file, options.reading));
  return std::move(evaluator).finish();
}

}  // namespace dissent
