#include "dissent/evaluate/evaluate.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/core/undefined.h"
#include "dissent/evaluate/evaluated_items.h"
#include "dissent/io/folder.h"
#include "dissent/metrics/slices.h"
#include "dissent/votes/majority.h"

namespace dissent {
namespace {

// What accuracy compares with.
AccuracyTarget accuracy_target(AccuracyTarget wanted, bool has_gold) {
  if (wanted == AccuracyTarget::automatic) return has_gold ? AccuracyTarget::gold : AccuracyTarget::majority;
  if (wanted != AccuracyTarget::majority && !has_gold) {
    fail("{} {}: there are no gold labels; give them with {}", option("accuracy-target"), name_of(wanted),
         option("gold"));
  }
  return wanted;
}

std::string calibration_target(const EvaluationOptions& options, AccuracyTarget accuracy, bool has_gold) {
  if (options.target == CalibrationTarget::gold && !has_gold) {
    fail("{} gold: there are no gold labels; give them with {}", option("target"), option("gold"));
  }
  return std::string(options.target == CalibrationTarget::automatic ? name_of(accuracy)
                                                                    : name_of(options.target));
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

// File names without folder and extension (of a run's own predictions, the run's), unless two are the same.
void name_files(std::vector<FileEvaluation>& files) {
  const auto short_name = [](const FileEvaluation& file) {
    const std::filesystem::path path = whole_path(file.path);
    return (path.stem() == "predictions" ? path.parent_path().filename() : path.stem()).string();
  };
  for (FileEvaluation& file : files) {
    const std::string name = short_name(file);
    const auto same = std::count_if(files.begin(), files.end(),
                                    [&](const FileEvaluation& other) { return short_name(other) == name; });
    file.name = same > 1 ? file.path : name;
  }
}

// A test set whose votes are withheld is read like any other, and nothing can be scored against it.
void check_has_votes(const Annotations& annotations) {
  const VoteTable& votes = annotations.votes;
  for (std::size_t item = 0; item < votes.items(); ++item) {
    if (!votes.is_empty(item)) return;
  }
  fail(
      "{}: none of its {} items has votes, so that there is nothing to score against; a test set whose votes "
      "are withheld cannot be used here: give a file that has them",
      annotations.name, votes.items());
}

class Evaluator {
 public:
  Evaluator(const Annotations& annotations, std::size_t files, const EvaluateOptions& options,
            Monitor& monitor)
      : annotations_(annotations),
        options_(options),
        monitor_(monitor),
        match_(options.match),
        index_(annotations.votes),
        keep_for_comparison_(files > 1) {
    check_options(options);
    check_has_votes(annotations);
    match_.several = files > 1;
    const bool has_gold = std::any_of(annotations.gold.begin(), annotations.gold.end(),
                                      [](std::int32_t label) { return label >= 0; });
    result_.votes = annotations.name;
    result_.audit = annotations.audit;
    result_.classes = annotations.votes.class_space();
    accuracy_ = accuracy_target(options.accuracy_target, has_gold);
    result_.accuracy_target = name_of(accuracy_);
    result_.calibration_target = calibration_target(options.scores, accuracy_, has_gold);
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

  // What a file of predictions is read with.
  PredictionContext context() const { return {&index_, &annotations_.votes.class_space(), match_.several}; }

  void score(const PredictionFile& file) {
    MatchedPredictions matched = match_predictions(file, annotations_.votes, index_, match_);
    FileEvaluation& out = result_.files.emplace_back();
    out.path = file.path;
    out.kind = matched.kind;
    out.remarks = std::move(matched.remarks);
    out.remarks.insert(out.remarks.end(), annotations_.remarks.begin(), annotations_.remarks.end());
    out.class_source = matched.classes;
    out.labels = matched.labels;
    const ClassSpace& classes = annotations_.votes.class_space();
    EvaluationInput input{
        std::move(matched.rows), TargetRows(annotations_.votes, matched.items), {}, {}, classes.ordered,
        classes.values};
    if (matched.classes == ClassSource::assumed) doubt_order(out, input);
    set_labels(out, input, matched.items);
    out.replicates = replicates_for(options_.bootstrap, matched.items.size() * classes.size());
    const std::vector<double> shares = class_shares(annotations_.votes, matched.items);
    ScoredFile scored{matched.items, {}, {}, {}};
    const Evaluation whole =
        score_part(out, "", std::move(input), matched.items, shares, &scored.resamplings);
    if (keep_for_comparison_) {
      scored.scores = whole.scores();
      for (const Metric& metric : metric_list()) scored.item_values.push_back(whole.item_values(metric));
      scored_.push_back(std::move(scored));
    }
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
    if (options_.keep_items) out.items = scored_items(whole, matched.items, annotations_.votes);
  }

  EvaluationResult finish() && {
    name_files(result_.files);
    if (scored_.size() > 1) {
      result_.comparison = compare_files(scored_, result_.classes.ordered, options_.family, options_.seed);
    }
    return std::move(result_);
  }

 private:
  Evaluation score_part(FileEvaluation& out, const std::string& name, EvaluationInput input,
                        const std::vector<std::uint32_t>& items, const std::vector<double>& shares,
                        std::vector<ScoreValues>* kept = nullptr) {
    stop_if_asked(monitor_);
    const auto depth = out.replicates > 0 ? Evaluation::Depth::resampling : Evaluation::Depth::scores;
    Evaluation evaluation(std::move(input), options_.scores, depth);
    SliceScores& part = out.parts.emplace_back();
    part.name = name;
    part.items = evaluation.items();
    part.labelled = evaluation.labelled();
    part.calibrated = evaluation.calibrated();
    part.scores = evaluation.scores();
    part.infinite = evaluation.infinite();
    for (const Metric& metric : metric_list()) part.reasons.push_back(evaluation.reason(metric));
    if (out.replicates > 0) {
      const std::string what = fmt::format("intervals of {}", name.empty() ? "all items" : name);
      std::vector<ScoreValues> drawn =
          evaluation.resamplings(Evaluation::Resampled::all, out.replicates, options_.seed,
                                 [&](std::size_t done) { monitor_.progress(what, done, out.replicates); });
      part.intervals = intervals_of(drawn);
      if (kept != nullptr && keep_for_comparison_) *kept = std::move(drawn);
    }
    part.recall = evaluation.recall();
    part.reliability = evaluation.reliability();
    if (human_) part.human = human_reference(annotations_.votes, *human_, items);
    const std::vector<double> even(shares.size(), 1 / static_cast<double>(shares.size()));
    part.class_shares = constant_scores(evaluation.input(), shares, options_.scores);
    part.uniform = constant_scores(evaluation.input(), even, options_.scores);
    return evaluation;
  }

  // Classes that the file does not name may stand in another order than they are taken.
  void doubt_order(FileEvaluation& out, const EvaluationInput& input) {
    if (input.q.classes() > kMostOrderedClasses) {
      out.remarks.push_back(
          fmt::format("whether another order of the classes fits better was not looked at: "
                      "more than {} classes",
                      kMostOrderedClasses));
    }
    out.better_order = better_class_order(input.q, input.p);
    if (!out.better_order) return;
    const std::string names =
        join(classes_of_columns(*out.better_order, annotations_.votes.class_space()), ",");
    out.warnings.push_back(
        decorated(fmt::format("warning: the classes may stand in another order: the soft NLL is {:.4f} as "
                              "they are taken, and {:.4f} "
                              "in the order {}; if the columns are in that order, say {} {}",
                              out.better_order->assumed_nll, out.better_order->best_nll, names,
                              option("pred-classes"), in_quotes(names, 200)),
                  options_.match.option_name));
  }

  // What accuracy and calibration compare with: -1 where there is no gold label, unless the majority is asked
  // for there.
  void set_labels(FileEvaluation& out, EvaluationInput& input, const std::vector<std::uint32_t>& items) {
    const MajorityLabels majority = majority_labels(annotations_.votes, items);
    const std::vector<std::int32_t> most_chosen(majority.labels.begin(), majority.labels.end());
    std::vector<std::int32_t> gold(items.size(), -1);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const bool known = !annotations_.gold.empty() && annotations_.gold[items[i]] >= 0;
      if (known) gold[i] = annotations_.gold[items[i]];
      out.without_gold += !known && !annotations_.gold.empty();
      const bool by_majority =
          accuracy_ == AccuracyTarget::majority || (accuracy_ == AccuracyTarget::gold_or_majority && !known);
      out.majority_ties += by_majority && majority.tied[i] != 0;
    }
    const auto labels_of = [&](std::string_view target) {
      if (target == name_of(AccuracyTarget::majority)) return most_chosen;
      if (target == name_of(AccuracyTarget::gold)) return gold;
      return gold_or_majority(majority, annotations_.gold, items);
    };
    input.labels = labels_of(result_.accuracy_target);
    if (result_.calibration_target != name_of(CalibrationTarget::soft)) {
      input.targets = labels_of(result_.calibration_target);
    }
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
  MatchOptions match_;
  ItemIndex index_;
  bool keep_for_comparison_;
  AccuracyTarget accuracy_ = AccuracyTarget::majority;
  std::optional<HumanFit> human_;
  std::vector<ScoredFile> scored_;  // by file, where several are compared
  EvaluationResult result_;
};

}  // namespace

double SliceScores::human_score(const Metric& metric) const {
  if (human && metric.name == "soft_nll") return human->soft_nll;
  if (human && metric.name == "kl") return human->kl;
  return kUndefined;
}

void check_options(const EvaluateOptions& options) {
  check_limits(options);
  check_limits(options.scores);
  for (const std::string& spec : options.slices) {
    if (spec != "none") check_slice(spec);
  }
  replicates_for(options.bootstrap, 1);
}

EvaluationResult evaluate(const Annotations& annotations, std::span<const PredictionFile> files,
                          const EvaluateOptions& options, Monitor& monitor) {
  Evaluator evaluator(annotations, files.size(), options, monitor);
  for (const PredictionFile& file : files) evaluator.score(file);
  return std::move(evaluator).finish();
}

EvaluationResult evaluate(const Annotations& annotations, std::span<const std::filesystem::path> files,
                          const EvaluateOptions& options, Monitor& monitor) {
  Evaluator evaluator(annotations, files.size(), options, monitor);
  for (const std::filesystem::path& file : files) {
    evaluator.score(read_predictions(file, options.reading, evaluator.context()));
  }
  return std::move(evaluator).finish();
}

}  // namespace dissent
