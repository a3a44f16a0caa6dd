// `dissent eval`: any model's predictions scored against the annotators.
#include "dissent/cli/eval.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <numeric>
#include <type_traits>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/report.h"
#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/settings_json.h"
#include "dissent/metrics/slices.h"
#include "dissent/predictions/attributes.h"
#include "dissent/store/loaders.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/majority.h"

namespace dissent::cli {
namespace {

struct EvalArguments {
  std::string votes, data, gold, columns;
  std::vector<std::string> predictions;
  std::vector<std::string> slices{"entropy-top:0.05"};
  std::string bootstrap = "auto";
  std::uint64_t seed = 0;
  std::size_t top = 5;
  bool json = false;
  std::filesystem::path report;
  JudgeOptions judge;
  EvaluationOptions evaluation;
  PredictionOptions prediction;
  GoldOptions gold_options;
  ImportOptions import;
};

// The votes and, where there are some, gold labels by item.
struct Annotations {
  VoteTable votes;
  std::vector<std::int32_t> gold;
  std::string name;
  std::optional<Audit> audit;
  std::optional<Inputs> inputs;  // of a data set
};

Annotations read_annotations(const EvalArguments& arguments) {
  if (arguments.votes.empty() == arguments.data.empty()) {
    fail("give the annotators' votes, either as a file (--votes) or as a data set (--data)");
  }
  if (!arguments.data.empty()) {
    Dataset dataset = load_dataset_named(arguments.data);
    return {std::move(dataset.votes), std::move(dataset.gold), arguments.data, {}, std::move(dataset.inputs)};
  }
  ImportResult imported = import_votes(arguments.votes, arguments.import);
  return {
      std::move(imported.votes), std::move(imported.gold), arguments.votes, std::move(imported.audit), {}};
}

std::string calibration_target(const EvaluationOptions& options, bool has_gold) {
  check_choice("target", options.target, {"auto", "gold", "majority", "soft"});
  if (options.target == "gold" && !has_gold)
    fail("--target gold: there are no gold labels; give them with --gold");
  if (options.target == "auto") return has_gold ? "gold" : "majority";
  return options.target;
}

std::size_t replicates_for(const std::string& text, std::size_t cells) {
  if (text == "auto") {  // a thousand, but fewer where that would take minutes
    return std::clamp<std::size_t>(2'000'000'000 / std::max<std::size_t>(cells, 1), 100, 1000);
  }
  const auto number = parse_int(text);
  if (!number || *number < 0 || *number > 1'000'000) {
    fail("--bootstrap {}: a number of resamplings is wanted, 0 for none, or auto", in_quotes(text));
  }
  return static_cast<std::size_t>(*number);
}

// The same distribution for every item.
ScoreValues constant_scores(const EvaluationInput& input, std::span<const double> q,
                            const EvaluationOptions& options) {
  PredictionRows rows(q, q.size(), PredictionKind::probabilities,
                      std::vector<std::uint32_t>(input.q.items(), 0));
  return Evaluation({std::move(rows), input.p, input.labels, input.targets, input.ordered, input.values},
                    options, Evaluation::Depth::means)
      .scores();
}

// What can be told before anything is read.
const EvalArguments& checked(const EvalArguments& arguments) {
  for (const std::string& spec : arguments.slices) {
    if (spec != "none") check_slice(spec);
  }
  replicates_for(arguments.bootstrap, 1);
  const auto given = [](const auto& options) {
    return settings_json(options) != settings_json(std::remove_cvref_t<decltype(options)>{});
  };
  if (!arguments.data.empty() && given(arguments.import)) {
    fail("--data {}: a data set says itself how its votes are read; leave those flags away, or give --votes",
         arguments.data);
  }
  if (arguments.gold.empty() && given(arguments.gold_options)) {
    fail("--gold-column and --gold-item-column are about the file of --gold, which is not given");
  }
  return arguments;
}

class Evaluator {
 public:
  explicit Evaluator(const EvalArguments& arguments)
      : arguments_(checked(arguments)),
        annotations_(read_annotations(arguments)),
        index_(annotations_.votes) {
    const VoteTable& votes = annotations_.votes;
    if (!arguments.gold.empty()) {
      annotations_.gold = read_gold_file(arguments.gold, arguments.gold_options, votes, index_);
    }
    result_.votes = annotations_.name;
    result_.audit = std::move(annotations_.audit);
    result_.classes = votes.class_space();
    result_.accuracy_target = annotations_.gold.empty() ? "majority" : "gold";
    result_.calibration_target = calibration_target(arguments.evaluation, !annotations_.gold.empty());
    result_.seed = arguments.seed;
    if (!votes.has_counts()) {
      result_.human_reason = "this source has probabilities, and no vote counts";
    } else {
      try {
        human_ = human_fit(votes);
      } catch (const Error& error) {
        result_.human_reason = error.what();
      }
    }
  }

  EvalResult run() {
    for (const std::string& path : arguments_.predictions) score_file(path);
    name_files();
    return std::move(result_);
  }
  Report report(const EvalResult& result) const {
    return eval_report(result, annotations_.votes, annotations_.gold,
                       annotations_.inputs ? &*annotations_.inputs : nullptr);
  }

 private:
  void score_file(const std::string& path) {
    const PredictionFile file = read_predictions(path, arguments_.prediction);
    Judged judged = judge(file, annotations_.votes, index_, arguments_.judge);
    EvalFile& out = result_.files.emplace_back();
    out.path = path;
    out.kind = judged.kind;
    out.remarks = std::move(judged.remarks);
    const ClassSpace& classes = annotations_.votes.class_space();
    EvaluationInput input{
        std::move(judged.rows), TargetRows(annotations_.votes, judged.items), {}, {}, classes.ordered,
        classes.values};
    set_labels(out, input, judged.items);
    out.replicates = replicates_for(arguments_.bootstrap, judged.items.size() * classes.size());
    const std::vector<double> shares = class_shares(annotations_.votes, judged.items);
    const Evaluation whole = part(out, "", std::move(input), judged.items, shares);
    const SliceSource source{annotations_.votes, judged.items, whole.item_scores().entropy,
                             whole.input().labels,
                             [&](const std::string& column) { return slice_column(column); }};
    for (const std::string& spec : arguments_.slices) {
      if (spec == "none") continue;
      for (const Slice& slice : make_slices(spec, source)) {
        std::vector<std::uint32_t> items;
        for (const std::uint32_t i : slice.items) items.push_back(judged.items[i]);
        part(out, slice.name, whole.input().select(slice.items), items, shares);
      }
    }
    out.smooth = whole.smooth_reliability(101);
    find_differing(out, whole, judged.items);
    if (!arguments_.report.empty()) keep_items(out, whole, judged.items);
  }

  // What pictures of single items are made from.
  void keep_items(EvalFile& out, const Evaluation& whole, const std::vector<std::uint32_t>& items) const {
    const std::size_t classes = annotations_.votes.classes();
    out.pooled.classes = classes;
    out.pooled.add(whole.item_scores());
    out.q.assign(annotations_.votes.items() * classes, std::numeric_limits<float>::quiet_NaN());
    std::vector<double> q(classes), log_q(classes);
    for (std::size_t i = 0; i < items.size(); ++i) {
      whole.input().q.row(i, q, log_q);
      for (std::size_t k = 0; k < classes; ++k) out.q[items[i] * classes + k] = static_cast<float>(q[k]);
    }
  }

  Evaluation part(EvalFile& out, const std::string& name, EvaluationInput input,
                  const std::vector<std::uint32_t>& items, const std::vector<double>& shares) {
    const auto depth = out.replicates > 0 ? Evaluation::Depth::resampling : Evaluation::Depth::scores;
    Evaluation evaluation(std::move(input), arguments_.evaluation, depth);
    EvalPart& part = out.parts.emplace_back();
    part.name = name;
    part.items = evaluation.items();
    part.scores = evaluation.scores();
    part.infinite = evaluation.infinite();
    for (const Metric& metric : metric_list()) part.reasons.push_back(evaluation.reason(metric));
    if (out.replicates > 0) {
      Progress progress(fmt::format("intervals of {}", name.empty() ? "all items" : name), out.replicates);
      part.intervals = evaluation.intervals(Evaluation::Resampled::all, out.replicates, arguments_.seed,
                                            [&](std::size_t done) { progress.update(done); });
    }
    part.recall = evaluation.recall();
    part.reliability = evaluation.reliability();
    if (human_) part.human = human_reference(annotations_.votes, *human_, items);
    const std::vector<double> even(shares.size(), 1 / static_cast<double>(shares.size()));
    part.class_shares = constant_scores(evaluation.input(), shares, arguments_.evaluation);
    part.uniform = constant_scores(evaluation.input(), even, arguments_.evaluation);
    return evaluation;
  }

  // What accuracy and calibration compare with: gold where it is known, the majority elsewhere.
  void set_labels(EvalFile& out, EvaluationInput& input, const std::vector<std::uint32_t>& items) {
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
    const std::string& file = arguments_.columns.empty() ? arguments_.votes : arguments_.columns;
    if (file.empty()) fail("--slice column:{}: in which file? Name it with --columns", column);
    const bool same = arguments_.columns.empty();  // then the item's column is that of the votes
    return item_attribute(file, column, same ? arguments_.import.item_column : "", annotations_.votes,
                          index_);
  }

  void find_differing(EvalFile& out, const Evaluation& whole, const std::vector<std::uint32_t>& items) const {
    const ItemScores& scores = whole.item_scores();
    std::vector<std::uint32_t> order(whole.items());
    std::iota(order.begin(), order.end(), 0U);
    const auto kl = [&](std::uint32_t i) { return scores.soft_nll[i] - scores.entropy[i]; };
    const std::size_t shown = std::min(arguments_.top, order.size());
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
        [&](std::uint32_t a, std::uint32_t b) { return kl(a) != kl(b) ? kl(a) > kl(b) : a < b; });
    const std::size_t classes = whole.input().q.classes();
    std::vector<double> log_q(classes);
    for (std::size_t s = 0; s < shown; ++s) {
      EvalItem item{std::string(annotations_.votes.item_name(items[order[s]])), kl(order[s]),
                    std::vector<double>(classes), std::vector<double>(classes)};
      whole.input().p.row(order[s], item.p);
      whole.input().q.row(order[s], item.q, log_q);
      out.differ_most.push_back(std::move(item));
    }
  }

  // File names without folder and extension (of a run's own predictions, the run's), unless two would be the
  // same.
  void name_files() {
    const auto short_name = [](const EvalFile& file) {
      const std::filesystem::path path = std::filesystem::absolute(file.path);
      return (path.stem() == "predictions" ? path.parent_path().filename() : path.stem()).string();
    };
    for (EvalFile& file : result_.files) {
      const std::string name = short_name(file);
      const auto same = std::count_if(result_.files.begin(), result_.files.end(),
                                      [&](const EvalFile& other) { return short_name(other) == name; });
      file.name = same > 1 ? file.path : name;
    }
  }

  const EvalArguments& arguments_;
  Annotations annotations_;
  ItemIndex index_;
  std::optional<HumanFit> human_;
  EvalResult result_;
};

}  // namespace

void configure_eval(CLI::App& app) {
  auto arguments = std::make_shared<EvalArguments>();
  app.add_option("--votes", arguments->votes, "the annotators' votes, in any format of `dissent formats`");
  app.add_option("--data", arguments->data,
                 "instead of --votes: a data set, by name or manifest, with its gold labels");
  app.add_option("--pred", arguments->predictions,
                 "predictions, one file or several: npy, npz (as `dissent predict` writes it), safetensors, "
                 "CSV, JSON "
                 "Lines; a row an item, a column a class")
      ->required();
  app.add_option("--gold", arguments->gold,
                 "gold labels, for accuracy and calibration: a table with item and label, or npy");
  app.add_option("--slice", arguments->slices,
                 "items to score apart, beside all: entropy-top:SHARE, class, class:NAME, votes, votes:3..5, "
                 "column:NAME, "
                 "none; may be given several times")
      ->allow_extra_args(false)
      ->default_str("entropy-top:0.05");
  app.add_option("--columns", arguments->columns,
                 "file of the column of --slice column:NAME; default: that of the votes");
  app.add_option(
         "--bootstrap", arguments->bootstrap,
         "resamplings of the items for 95 % intervals; 0: none; auto: 1000, fewer for millions of items")
      ->capture_default_str();
  app.add_option("--seed", arguments->seed, "of the resampling")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--top", arguments->top, "how many of the items to show where model and humans differ most")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_flag("--json", arguments->json, "print one JSON object for machines, full precision");
  app.add_option("--report", arguments->report,
                 "also write a page with pictures: one HTML file that opens anywhere");
  add_options(app, arguments->judge, "Which items, which numbers");
  add_options(app, arguments->evaluation, "Calibration");
  add_options(app, arguments->prediction, "How to read the predictions");
  add_options(app, arguments->gold_options, "How to read the gold labels");
  add_options(app, arguments->import, "How to read the votes");
  app.footer("Example: dissent eval --votes votes.csv --pred model.csv --gold gold.csv --slice class");
  app.callback([arguments] {
    const ReportOutput output{arguments->report, "", "", ""};
    check_output(output);
    Evaluator evaluator(*arguments);
    const EvalResult result = evaluator.run();
    if (arguments->json) {
      fmt::print("{}\n", eval_json(result).dump(2));
    } else {
      print_eval(result);
    }
    if (!arguments->report.empty()) write_report(evaluator.report(result), output, stderr);
  });
}

}  // namespace dissent::cli
