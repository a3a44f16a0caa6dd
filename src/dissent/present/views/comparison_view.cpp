#include "dissent/present/views/comparison_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dissent/present/digits.h"
#include "dissent/stats/mean_sd.h"

namespace dissent {
namespace {

ReportCell difference_cell(const Comparison& c) {
  ReportCell cell =
      number_cell(c.difference.mean, fmt::format("{} [{}, {}]", signed_text(c.difference.mean),
                                                 signed_text(c.interval.low), signed_text(c.interval.high)));
  cell.parts = {{"mean", c.difference.mean}, {"low", c.interval.low}, {"high", c.interval.high}};
  return cell;
}

ReportCell seeds_cell(const Comparison& c) {
  if (c.better == Better::neither) return {};
  ReportCell cell =
      number_cell(static_cast<double>(c.seeds_better), fmt::format("{}/{}", c.seeds_better, c.seeds_worse));
  cell.parts = {{"better", static_cast<double>(c.seeds_better)},
                {"worse", static_cast<double>(c.seeds_worse)}};
  return cell;
}

// One metric: the baseline of each setting, and below it what is compared with it.
ReportTable metric_table(const ComparisonReport& report, const std::string& metric) {
  const std::vector<Comparison>& all = report.result.comparisons;
  // Settings stand in a column of their own only where there are several.
  const bool settings =
      std::any_of(all.begin(), all.end(), [](const Comparison& c) { return !c.setting.empty(); });
  ReportTable table;
  table.name = metric;
  table.columns.push_back({report.pairs.by, report.pairs.by, false});
  if (settings) table.columns.push_back({"setting", "setting", false});
  for (const auto& [name, label] : {std::pair<const char*, const char*>{"score", "mean ± SD"},
                                    {"difference", "difference [95 %]"},
                                    {"seeds", "better/worse"},
                                    {"p_better", "p"},
                                    {"holm_better", "Holm"},
                                    {"p_two_sided", "p two-sided"},
                                    {"holm_two_sided", "Holm"},
                                    {"rank_biserial", "effect"}}) {
    table.columns.push_back({name, label, true});
  }
  const auto begin_row = [&](const std::string& value, const Comparison& c) {
    std::vector<ReportCell>& row = table.rows.emplace_back();
    row.push_back(text_cell(value));
    if (settings) row.push_back(text_cell(setting_text(c.setting)));
    return &row;
  };
  const Comparison* last = nullptr;
  for (const Comparison& c : all) {
    if (c.metric != metric) continue;
    if (last == nullptr || last->setting != c.setting || last->baseline_values != c.baseline_values) {
      std::vector<ReportCell>* row = begin_row(report.pairs.baseline, c);
      row->push_back(mean_sd_cell(c.baseline));
      row->resize(table.columns.size());
    }
    last = &c;
    std::vector<ReportCell>* row = begin_row(c.group, c);
    row->push_back(mean_sd_cell(c.score));
    row->push_back(difference_cell(c));
    row->push_back(seeds_cell(c));
    for (const double p : {c.p_better, c.holm_better, c.p_two_sided, c.holm_two_sided})
      row->push_back(number_cell(p, p_text(p)));
    row->push_back(number_cell(c.test.rank_biserial, signed_text(c.test.rank_biserial)));
  }
  return table;
}

std::string metric_title(const ComparisonReport& report, const Comparison& c) {
  const char* better = c.better == Better::lower    ? "lower is better"
                       : c.better == Better::higher ? "higher is better"
                                                    : "no side is better";
  return fmt::format("{}{} against {}; {}", c.metric,
                     report.slice.empty() ? "" : fmt::format(" on {}", report.slice), report.pairs.baseline,
                     better);
}

// What the numbers of the tables are.
std::string tests_note(const CompareResult& result) {
  const std::vector<Comparison>& all = result.comparisons;
  const auto [least, most] = std::minmax_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.seeds.size() < b.seeds.size(); });
  const std::size_t pairs = most->seeds.size();
  return fmt::format(
      "{} pair{} by split and seed. p: {} signed-rank, one-sided towards better; smallest possible {} "
      "one-sided, {} two-sided. Holm over {} test{}. Effect: rank-biserial.",
      least->seeds.size() == pairs ? std::to_string(pairs)
                                   : fmt::format("{} to {}", least->seeds.size(), pairs),
      pairs == 1 ? "" : "s", all.front().test.exact ? "exact Wilcoxon" : "Wilcoxon (normal approximation)",
      p_text(smallest_p(pairs, false)), p_text(smallest_p(pairs, true)), result.family,
      result.family == 1 ? "" : "s");
}

std::string named_group(const std::string& group, const Setting& setting) {
  return setting.empty() ? group : fmt::format("{}, {}", group, setting_text(setting));
}

// The items that improved most and those that worsened most, `shown` of each.
ReportSection changes_section(const ItemChanges& changes, const std::string& baseline, std::size_t shown) {
  std::vector<std::size_t> order(changes.items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return changes.items[a].improvement > changes.items[b].improvement;
  });
  ReportTable table;
  table.name = "items";
  table.columns = {{"item", "item", false},
                   {"improvement", "improvement", true},
                   {"seeds", "seeds", true},
                   {"entropy", "annotators' entropy", true}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i >= shown && i + shown < order.size()) continue;
    const ItemChange& change = changes.items[order[i]];
    table.rows.push_back({text_cell(changes.names[order[i]]),
                          number_cell(change.improvement, signed_text(change.improvement)),
                          number_cell(static_cast<double>(change.pairs), std::to_string(change.pairs)),
                          number_cell(change.entropy, number_text(change.entropy))});
  }
  const std::string counted = fmt::format(
      "{} evaluation items: {} predicted better, {} worse, {} the same (soft NLL, mean over seeds)",
      grouped(changes.items.size()), grouped(changes.improved), grouped(changes.worsened),
      grouped(changes.unchanged));
  return {"items",
          fmt::format("Items: {} against {}", named_group(changes.group, changes.setting), baseline),
          {Prose{{counted}}, std::move(table)}};
}

ReportCell correlation_cell(double value) {
  return number_cell(value, fmt::format("{:.3f}", value));
}

ReportSection sparse_section(const SparseTarget& sparse, const std::string& baseline) {
  ReportTable table;
  table.name = "sparse-target";
  table.columns = {{"items", "items", false},        {"slice", "slice", false},
                   {"distance", "distance", false},  {"spearman", "Spearman, mean", true},
                   {"spearman_low", "lowest", true}, {"spearman_high", "highest", true}};
  for (std::size_t b = 0; b < sparse.scopes[0].bins.size(); ++b) {
    table.columns.push_back({fmt::format("bin_{}", b + 1), fmt::format("bin {}", b + 1), true});
  }
  for (const SparseScope& scope : sparse.scopes) {
    std::vector<double> defined = scope.spearman;
    std::erase_if(defined, [](double x) { return std::isnan(x); });
    std::vector<ReportCell> row{text_cell(scope.items), text_cell(scope.slice), text_cell(scope.distance)};
    if (defined.empty()) {
      row.resize(6);
    } else {
      const auto [low, high] = std::minmax_element(defined.begin(), defined.end());
      for (const double value : {mean_sd(defined).mean, *low, *high}) row.push_back(correlation_cell(value));
    }
    for (const SparseBin& bin : scope.bins) {
      row.push_back(bin.items > 0 ? number_cell(bin.improvement, signed_text(bin.improvement))
                                  : ReportCell{});
    }
    table.rows.push_back(std::move(row));
  }
  return {"sparse-target",
          fmt::format("Sparse targets: improvement of {} over {} by distance of the cut votes from all votes",
                      named_group(sparse.group, sparse.setting), baseline),
          {std::move(table)}};
}

}  // namespace

Report comparison_view(const ComparisonReport& report, std::size_t items) {
  Report document;
  document.kind = "Comparison";
  const CompareResult& result = report.result;
  std::string last;
  for (const Comparison& c : result.comparisons) {
    if (c.metric == last) continue;
    last = c.metric;
    document.sections.push_back({c.metric, metric_title(report, c), {metric_table(report, c.metric)}});
  }
  ReportSection notes{"notes", "", {Prose{{tests_note(result)}}}};
  if (!result.warnings.empty())
    notes.blocks.emplace_back(Prose{result.warnings, true}, Shown::everywhere, true);
  if (!report.only.empty()) {
    notes.blocks.emplace_back(Prose{{fmt::format("Only the {} runs of {} were looked at.", report.runs,
                                                 fmt::join(report.only, " and "))}},
                              Shown::everywhere, true);
  }
  if (report.unpaired > 0) {
    notes.blocks.emplace_back(
        Prose{{fmt::format("{} runs without a partner were left out.", report.unpaired)}}, Shown::everywhere,
        true);
  }
  document.sections.push_back(std::move(notes));
  for (const ItemChanges& changes : report.changes)
    document.sections.push_back(changes_section(changes, report.pairs.baseline, items));
  for (const SparseTarget& sparse : report.sparse)
    document.sections.push_back(sparse_section(sparse, report.pairs.baseline));
  return document;
}

ReportTable comparison_rows(const ComparisonReport& report) {
  ReportTable table;
  table.name = "comparisons";
  table.columns = {
      {"metric", "metric", false}, {report.pairs.by, report.pairs.by, false}, {"setting", "setting", false}};
  for (const char* name :
       {"pairs", "mean", "sd", "baseline_mean", "baseline_sd", "difference", "difference_sd", "interval_low",
        "interval_high", "seeds_better", "seeds_worse", "seeds_equal", "p_better", "p_two_sided",
        "holm_better", "holm_two_sided", "rank_biserial", "cohen_dz"}) {
    table.columns.push_back({name, name, true});
  }
  for (const Comparison& c : report.result.comparisons) {
    std::vector<ReportCell>& row = table.rows.emplace_back();
    for (const std::string& text : {c.metric, c.group, setting_text(c.setting)})
      row.push_back(text_cell(text));
    const auto count = [](std::size_t n) { return static_cast<double>(n); };
    const double none = std::nan("");
    const bool directed = c.better != Better::neither;
    for (const double value :
         {count(c.seeds.size()), c.score.mean, c.score.sd, c.baseline.mean, c.baseline.sd, c.difference.mean,
          c.difference.sd, c.interval.low, c.interval.high, directed ? count(c.seeds_better) : none,
          directed ? count(c.seeds_worse) : none, count(c.seeds_equal), c.p_better, c.p_two_sided,
          c.holm_better, c.holm_two_sided, c.test.rank_biserial, c.cohen_dz}) {
      row.push_back(number_cell(value, number_text(value)));
    }
  }
  return table;
}

}  // namespace dissent
