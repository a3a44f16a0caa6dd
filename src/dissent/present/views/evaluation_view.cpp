#include "dissent/present/views/evaluation_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/present/digits.h"

namespace dissent {
namespace {

std::string score_text(double value) {
  return std::isnan(value) ? "-" : number_text(value);
}

ReportCell score_cell(double value) {
  ReportCell cell = number_cell(value, number_text(value));
  cell.text = score_text(value);
  return cell;
}

ReportCell score_cell(double value, const Interval& interval) {
  ReportCell cell = score_cell(value);
  cell.text += fmt::format(" [{}, {}]", score_text(interval.low), score_text(interval.high));
  cell.parts = {{"value", value}, {"low", interval.low}, {"high", interval.high}};
  return cell;
}

std::string part_title(const SliceScores& part) {
  return fmt::format("{} ({})", part.name.empty() ? "all items" : part.name, grouped(part.items));
}

// More slices than these get a table of their own.
constexpr std::size_t kMostPartsBeside = 4;

// One file, a metric a row: each set of items with its interval, and what all items are to be read beside.
ReportTable metrics_table(const FileEvaluation& file, bool ordered) {
  const std::size_t beside = file.parts.size() <= kMostPartsBeside ? file.parts.size() : 1;
  ReportTable table;
  table.name = "scores";
  table.columns.push_back({"metric", "", false});
  for (std::size_t p = 0; p < beside; ++p) {
    const SliceScores& part = file.parts[p];
    table.columns.push_back({part.name.empty() ? "all" : part.name, part_title(part), true});
  }
  for (const auto& [name, label] : {std::pair<const char*, const char*>{"human", "human"},
                                    {"class_shares", "class shares"},
                                    {"uniform", "uniform"}}) {
    table.columns.push_back({name, label, true});
  }
  const SliceScores& whole = file.parts[0];
  for (std::size_t m = 0; m < metric_list().size(); ++m) {
    const Metric& metric = metric_list()[m];
    if (metric.ordinal && !ordered) continue;
    std::vector<ReportCell> row{text_cell(std::string(metric.name))};
    for (std::size_t p = 0; p < beside; ++p) {
      const SliceScores& part = file.parts[p];
      const double value = part.scores[metric];
      row.push_back(part.intervals.empty() ? score_cell(value) : score_cell(value, part.intervals[m]));
    }
    for (const double value :
         {whole.human_score(metric), whole.class_shares[metric], whole.uniform[metric]}) {
      row.push_back(number_cell(value, number_text(value)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

constexpr std::array<std::string_view, 7> kMain = {"soft_nll", "kl",         "soft_brier",  "accuracy",
                                                   "ece",      "smooth_ece", "entropy_corr"};

std::vector<const Metric*> main_metrics(bool ordered) {
  std::vector<const Metric*> metrics;
  for (const std::string_view name : kMain) metrics.push_back(&find_metric(name));
  if (ordered) metrics.push_back(&find_metric("ranked_probability"));
  return metrics;
}

// The main scores, a row for each of something.
ReportTable main_table(std::string name, std::string label, bool ordered) {
  ReportTable table;
  table.name = std::move(name);
  table.columns.push_back({"name", std::move(label), false});
  for (const Metric* metric : main_metrics(ordered)) {
    table.columns.push_back({std::string(metric->name), std::string(metric->name), true});
  }
  return table;
}

std::vector<ReportCell> main_row(std::string name, const ScoreValues& scores, bool ordered) {
  std::vector<ReportCell> row{text_cell(std::move(name))};
  for (const Metric* metric : main_metrics(ordered)) row.push_back(score_cell(scores[*metric]));
  return row;
}

ReportTable slices_table(const FileEvaluation& file, bool ordered) {
  ReportTable table = main_table("slices", "slice", ordered);
  for (std::size_t p = 1; p < file.parts.size(); ++p) {
    table.rows.push_back(main_row(part_title(file.parts[p]), file.parts[p].scores, ordered));
  }
  return table;
}

// Several files on the items of one part, a file a row. Files that lack this slice are left out.
ReportTable files_table(const EvaluationResult& result, const SliceScores& part) {
  const bool ordered = result.classes.ordered;
  ReportTable table = main_table(part.name.empty() ? "all" : part.name, part_title(part), ordered);
  bool same_items = true;
  for (const FileEvaluation& file : result.files) {
    const auto found = std::find_if(file.parts.begin(), file.parts.end(),
                                    [&](const SliceScores& other) { return other.name == part.name; });
    if (found == file.parts.end()) continue;
    same_items = same_items && found->items == part.items;
    table.rows.push_back(
        main_row(same_items ? file.name : fmt::format("{} ({})", file.name, grouped(found->items)),
                 found->scores, ordered));
  }
  ScoreValues human;
  for (const Metric& metric : metric_list()) human[metric] = part.human_score(metric);
  if (part.human) table.rows.push_back(main_row("human reference", human, ordered));
  table.rows.push_back(main_row("class shares", part.class_shares, ordered));
  table.rows.push_back(main_row("uniform", part.uniform, ordered));
  return table;
}

ReliabilityPlot reliability_plot(const FileEvaluation& file, const std::string& target) {
  const bool soft = target == "soft";
  return {fmt::format("Reliability of {} (bar: {}; mark: confidence)", file.name,
                      soft ? "annotators who agree" : "share that is right"),
          soft ? "agree" : "right", file.parts[0].reliability};
}

// A name short enough for a table.
std::string short_name(const std::string& name) {
  constexpr std::size_t kMost = 32;
  return fit(name, std::min(kMost, display_width(name)));
}

// "dog 0.83, cat 0.17": the three likeliest classes, without those below half a percent.
std::string likeliest_classes(const std::vector<double>& row, const ClassSpace& classes) {
  std::vector<std::size_t> order(row.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return row[a] > row[b]; });
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()) && row[order[i]] >= 0.005; ++i) {
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", short_name(classes.names[order[i]]),
                        row[order[i]]);
  }
  return text;
}

ReportTable differing_table(const FileEvaluation& file, const ClassSpace& classes) {
  ReportTable table;
  table.name = "differ_most";
  table.title = fmt::format("Where {} and the annotators differ most", file.name);
  table.columns = {{"item", "item", false},
                   {"kl", "KL", false},
                   {"annotators", "annotators", false},
                   {"prediction", "prediction", false}};
  for (const DifferingItem& item : file.differ_most) {
    table.rows.push_back({text_cell(short_name(item.name)), score_cell(item.kl),
                          text_cell(likeliest_classes(item.p, classes)),
                          text_cell(likeliest_classes(item.q, classes))});
  }
  return table;
}

// Why a file's scores are not finite numbers, where they are not.
std::vector<std::string> undefined_scores(const FileEvaluation& file, bool ordered) {
  std::vector<std::string> sentences;
  for (std::size_t m = 0; m < metric_list().size(); ++m) {
    const Metric& metric = metric_list()[m];
    const std::string& reason = file.parts[0].reasons[m];
    if (reason.empty() || (metric.ordinal && !ordered)) continue;
    if (metric.name == "kl") continue;  // as soft_nll
    sentences.push_back(fmt::format("{}: {}", metric.name, reason));
  }
  return sentences;
}

// What was compared with what, in sentences.
std::vector<std::string> how_scored(const EvaluationResult& result) {
  const FileEvaluation& first = result.files.front();
  const SliceScores& whole = first.parts[0];
  const auto of_some = [&](std::size_t items) {
    return items < whole.items
               ? fmt::format(" ({} of {} items have it)", grouped(items), grouped(whole.items))
               : std::string();
  };
  std::string target = result.accuracy_target + of_some(whole.labelled);
  if (result.accuracy_target == "gold-or-majority")
    target += fmt::format(" (majority where there is no gold: {})", grouped(first.without_gold));
  if (first.majority_ties > 0)
    target += fmt::format(" (ties drawn by item: {})", grouped(first.majority_ties));
  std::vector<std::string> sentences{
      fmt::format("accuracy against {}; calibration against {}{}; natural logarithms", target,
                  result.calibration_target, of_some(whole.calibrated))};
  if (first.replicates > 0) {
    sentences.push_back(
        fmt::format("[95 % intervals] from {} resamplings of the items", grouped(first.replicates)));
  }
  if (!result.human_reason.empty())
    sentences.push_back(fmt::format("no human reference: {}", result.human_reason));
  return sentences;
}

}  // namespace

Report evaluation_view(const EvaluationResult& result) {
  Report document;
  document.kind = "Predictions against annotators";
  ReportSection& section = document.sections.emplace_back();
  section.id = "scores";
  const auto add = [&](auto block, bool close) {
    section.blocks.emplace_back(std::move(block), Shown::everywhere, close);
  };
  const bool ordered = result.classes.ordered;
  for (const FileEvaluation& file : result.files) {
    add(Heading{file.path, fmt::format("({}, {} items, {} classes)",
                                       file.labels                           ? "labels"
                                       : file.kind == PredictionKind::logits ? "logits"
                                                                             : "probabilities",
                                       grouped(file.parts[0].items), result.classes.size())},
        true);
    add(Prose{file.remarks, false, true}, true);
    add(Prose{file.warnings, true, true}, true);
    add(Prose{undefined_scores(file, ordered), true, true}, true);
  }
  add(Prose{how_scored(result), false, true}, true);
  const FileEvaluation& first = result.files.front();
  if (result.files.size() > 1) {
    for (const SliceScores& part : first.parts) add(files_table(result, part), false);
    for (ReportTable& table : file_comparison_tables(result)) add(std::move(table), false);
    add(Prose{files_not_compared(result), false, true}, false);
    return document;
  }
  add(metrics_table(first, ordered), false);
  if (first.parts.size() > kMostPartsBeside) add(slices_table(first, ordered), false);
  add(reliability_plot(first, result.calibration_target), false);
  add(differing_table(first, result.classes), false);
  return document;
}

}  // namespace dissent
