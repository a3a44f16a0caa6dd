#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "dissent/catalog/figures.h"
#include "dissent/core/undefined.h"
#include "dissent/core/version.h"
#include "dissent/present/digits.h"
#include "dissent/present/figures/figure.h"
#include "dissent/present/figures/pooled_items.h"
#include "dissent/present/item_explorer.h"
#include "dissent/present/labels.h"
#include "dissent/present/views/evaluation_view.h"

namespace dissent {
namespace {

constexpr std::size_t kItems = 2000;
class PageTables {
 public:
  PageTables(const EvaluationResult& result, const Colours& colours) : result_(result), colours_(colours) {}

  // A metric a row; each file with its interval, and what it is read beside.
  ReportTable scores(std::size_t part) const {
    const SliceScores& first = result_.files.front().parts[part];
    ReportTable table;
    table.name = part == 0 ? "scores" : fmt::format("scores-{}", part);
    table.title =
        fmt::format("{} ({} items)", first.name.empty() ? "All items" : first.name, grouped(first.items));
    table.columns.push_back({"metric", "score", false});
    for (const FileEvaluation& file : result_.files) table.columns.push_back({file.name, file.name, true});
    for (const auto& [name, label] : {std::pair<const char*, const char*>{"human", "human"},
                                      {"class_shares", "class shares"},
                                      {"uniform", "uniform"}}) {
      table.columns.push_back({name, label, true});
    }
    for (std::size_t m = 0; m < metric_list().size(); ++m) {
      const Metric& metric = metric_list()[m];
      if (metric.ordinal && !result_.classes.ordered) continue;
      const std::string_view way = metric.better == Better::lower    ? " ↓"
                                   : metric.better == Better::higher ? " ↑"
                                                                     : "";
      std::vector<ReportCell> row{text_cell(fmt::format("{}{}", metric_label(metric.name), way))};
      for (const FileEvaluation& file : result_.files) row.push_back(score_cell(file.parts[part], m));
      mark_best(row, metric.better);
      for (const double value :
           {first.human_score(metric), first.class_shares[metric], first.uniform[metric]}) {
        row.push_back(number_cell(std::isfinite(value) ? value : kUndefined, number_text(value)));
      }
      table.rows.push_back(std::move(row));
    }
    if (part == 0) {
      table.note = fmt::format(
          "In brackets: 95 % intervals over resampled items. Human: an item's other votes predicting each "
          "vote. Class shares, uniform: "
          "the same guess for every item. Accuracy is against {} labels{}, calibration against {}.",
          result_.accuracy_target,
          first.labelled < first.items ? fmt::format(" ({} items)", grouped(first.labelled)) : "",
          result_.calibration_target == "soft" ? "the annotators' shares"
                                               : result_.calibration_target + " labels");
    }
    return table;
  }

  ReportTable recall() const {
    ReportTable table;
    table.name = "recall";
    table.title = "Recall by class";
    table.columns.push_back({"class", "class", false});
    for (const FileEvaluation& file : result_.files) table.columns.push_back({file.name, file.name, true});
    for (std::size_t k = 0; k < result_.classes.size(); ++k) {
      std::vector<ReportCell> row{text_cell(result_.classes.names[k])};
      for (const FileEvaluation& file : result_.files)
        row.push_back(number_cell(file.parts[0].recall[k], number_text(file.parts[0].recall[k])));
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  ReportFigure figure(std::string_view kind, int bins, const std::vector<PooledItems>& items) const {
    StudyFigure wanted;
    wanted.name = wanted.kind = kind;
    wanted.title = find_figure(kind).added_as;
    wanted.bins = bins;
    FigureSource source{.items = &items};
    return drawn_figure(wanted, *figure_kind_named(kind).make(wanted, source), colours_);
  }

  std::vector<std::string> findings() const {
    const auto best = std::min_element(result_.files.begin(), result_.files.end(),
                                       [](const FileEvaluation& a, const FileEvaluation& b) {
                                         return a.parts[0].scores.soft_nll < b.parts[0].scores.soft_nll;
                                       });
    const SliceScores& part = best->parts[0];
    std::vector<std::string> sentences;
    std::string first =
        fmt::format("{}{} a soft NLL of {}", best->name,
                    result_.files.size() > 1 ? " is nearest to the annotators, with" : " has",
                    std::isinf(part.scores.soft_nll) ? "infinity" : number_text(part.scores.soft_nll));
    if (!part.intervals.empty())
      first +=
          fmt::format(" ({} to {})", number_text(part.intervals[0].low), number_text(part.intervals[0].high));
    first += fmt::format("; guessing the class shares scores {}", number_text(part.class_shares.soft_nll));
    if (part.human)
      first += fmt::format(", and people predicting each other {}", number_text(part.human->soft_nll));
    sentences.push_back(first + ".");
    if (!std::isnan(part.scores.entropy_corr)) {
      sentences.push_back(
          fmt::format("Its uncertainty follows the annotators' with a rank correlation of {}; its mean "
                      "entropy is {}, theirs {}.",
                      number_text(part.scores.entropy_corr), number_text(part.scores.predicted_entropy),
                      number_text(part.scores.entropy)));
    }
    if (part.infinite > 0) {
      sentences.push_back(
          fmt::format("On {} items it gives no probability to a class that people chose, which makes the "
                      "soft NLL infinite.",
                      part.infinite));
    }
    return sentences;
  }

 private:
  static ReportCell score_cell(const SliceScores& part, std::size_t m) {
    const double value = part.scores[metric_list()[m]];
    ReportCell cell;
    if (std::isnan(value)) {
      if (!part.reasons[m].empty()) cell.notes.push_back(part.reasons[m]);
      return cell;
    }
    cell.text = std::isinf(value) ? "∞" : number_text(value);
    cell.parts = {{"value", value}};
    if (part.intervals.empty() || !std::isfinite(part.intervals[m].low)) return cell;
    cell.parts = {{"value", value}, {"low", part.intervals[m].low}, {"high", part.intervals[m].high}};
    cell.notes.push_back(
        fmt::format("[{}, {}]", number_text(part.intervals[m].low), number_text(part.intervals[m].high)));
    return cell;
  }
  static void mark_best(std::vector<ReportCell>& row, Better better) {
    ReportCell* best = nullptr;
    std::size_t known = 0;
    for (std::size_t c = 1; c < row.size(); ++c) {
      if (row[c].parts.empty()) continue;
      ++known;
      const double mine = row[c].parts.front().second;
      if (best == nullptr ||
          (better == Better::lower ? mine < best->parts.front().second : mine > best->parts.front().second))
        best = &row[c];
    }
    if (known > 1 && better != Better::neither) best->best = true;
  }

  const EvaluationResult& result_;
  const Colours& colours_;
};

}  // namespace

Report evaluation_page(const EvaluationResult& result, const Annotations& annotations) {
  const VoteTable& votes = annotations.votes;
  std::vector<std::string> names;
  std::vector<PooledItems> pooled;
  for (const FileEvaluation& file : result.files) {
    names.push_back(file.name);
    const ScoredItems& items = *file.items;
    pooled.push_back({{file.name},
                      votes.classes(),
                      items.confidence,
                      items.outcome,
                      items.predicted_entropy,
                      items.entropy});
  }
  const Colours colours(names);
  const PageTables reporter(result, colours);
  Report report;
  report.kind = "Predictions against annotators";
  report.title =
      fmt::format("{}", names.size() == 1 ? names.front() : fmt::format("{} models", names.size()));
  report.about =
      fmt::format("Scored against the votes of {}.", std::filesystem::path(result.votes).filename().string());
  report.findings = reporter.findings();
  ReportFigure reliability = reporter.figure("reliability", 15, pooled);
  report.sections.push_back({"summary", "", {std::move(reliability), reporter.scores(0)}});
  if (result.comparison) {
    ReportSection comparison{"comparison", "Differences between the files", {}};
    for (ReportTable& table : file_comparison_tables(result))
      comparison.blocks.emplace_back(std::move(table));
    if (std::vector<std::string> left = files_not_compared(result); !left.empty())
      comparison.blocks.emplace_back(Prose{std::move(left), false});
    report.sections.push_back(std::move(comparison));
  }
  report.sections.push_back(
      {"uncertainty",
       "Uncertainty",
       {reporter.figure("entropy-map", 20, pooled), reporter.figure("entropy", 20, pooled)}});
  ReportSection slices{"slices", "Slices and classes", {}};
  for (std::size_t part = 1; part < result.files.front().parts.size(); ++part)
    slices.blocks.emplace_back(reporter.scores(part));
  slices.blocks.emplace_back(reporter.recall());
  report.sections.push_back(std::move(slices));

  ItemSource source{votes, annotations.inputs ? &*annotations.inputs : nullptr, annotations.gold, {},
                    {},    std::min<std::size_t>(6, result.files.size())};
  for (const FileEvaluation& file : result.files)
    source.series.push_back({file.name, "", colours.of(file.name), file.items->q});
  for (std::uint32_t item = 0; item < votes.items(); ++item) {
    const bool predicted = std::any_of(
        result.files.begin(), result.files.end(),
        [&](const FileEvaluation& file) { return !std::isnan(file.items->q[item * votes.classes()]); });
    if (predicted) source.items.push_back(item);
  }
  report.sections.push_back({"items", "Items", {report_items("items", "", source, kItems)}});
  Facts facts;
  facts.entries.push_back({"votes", result.votes});
  for (const FileEvaluation& file : result.files) facts.entries.push_back({file.name, file.path});
  facts.entries.push_back({"report by dissent", full_version()});
  std::vector<std::string> remarks;
  for (const FileEvaluation& file : result.files) {
    remarks.insert(remarks.end(), file.warnings.begin(), file.warnings.end());
    remarks.insert(remarks.end(), file.remarks.begin(), file.remarks.end());
  }
  ReportSection provenance{"provenance", "Provenance", {std::move(facts)}};
  if (!remarks.empty()) provenance.blocks.emplace_back(Prose{std::move(remarks), true});
  report.sections.push_back(std::move(provenance));
  return report;
}

}  // namespace dissent
