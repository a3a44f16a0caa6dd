// `dissent compare` for people: tables for a terminal, Markdown, CSV or LaTeX.
#include "dissent/cli/compare_view.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "dissent/cli/table.h"
#include "dissent/cli/terminal.h"

namespace dissent::cli {
namespace {

std::string plain(double value) {
  return std::isnan(value) ? "" : fmt::format("{:.4f}", value);
}
std::string p_text(double p) {
  return std::isnan(p) ? "" : fmt::format("{:.4g}", p);
}
std::string with_sd(const MeanSd& summary) {
  return std::isnan(summary.sd) ? plain(summary.mean)
                                : fmt::format("{:.4f} ± {:.4f}", summary.mean, summary.sd);
}

// Settings apart only where there are several.
bool has_settings(const ComparisonReport& report) {
  return std::any_of(report.result.comparisons.begin(), report.result.comparisons.end(),
                     [](const Comparison& c) { return !c.setting.empty(); });
}

std::string number_text(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

// For other programs: every comparison, every digit, one number a cell.
Table exact_table(const ComparisonReport& report) {
  Table table;
  table.add({"metric",       report.pairs.by, "setting",      "pairs",          "mean",
             "sd",           "baseline_mean", "baseline_sd",  "difference",     "difference_sd",
             "interval_low", "interval_high", "seeds_better", "seeds_worse",    "seeds_equal",
             "p_better",     "p_two_sided",   "holm_better",  "holm_two_sided", "rank_biserial",
             "cohen_dz"});
  for (const Comparison& c : report.result.comparisons) {
    const bool directed = c.better != Better::neither;
    table.add({c.metric,
               c.group,
               setting_text(c.setting),
               std::to_string(c.seeds.size()),
               number_text(c.score.mean),
               number_text(c.score.sd),
               number_text(c.baseline.mean),
               number_text(c.baseline.sd),
               number_text(c.difference.mean),
               number_text(c.difference.sd),
               number_text(c.interval.low),
               number_text(c.interval.high),
               directed ? std::to_string(c.seeds_better) : "",
               directed ? std::to_string(c.seeds_worse) : "",
               std::to_string(c.seeds_equal),
               number_text(c.p_better),
               number_text(c.p_two_sided),
               number_text(c.holm_better),
               number_text(c.holm_two_sided),
               number_text(c.test.rank_biserial),
               number_text(c.cohen_dz)});
  }
  return table;
}

// One metric: the baseline of each setting, and below it what is compared with it.
Table comparison_table(const ComparisonReport& report, std::string_view metric) {
  const bool settings = has_settings(report);
  Table table(settings ? 2 : 1);
  std::vector<std::string> head{report.pairs.by};
  if (settings) head.emplace_back("setting");
  head.insert(head.end(), {"mean ± SD", "difference [95 %]", "better/worse", "p", "Holm", "p two-sided",
                           "Holm", "effect"});
  table.add(head);
  const Comparison* last = nullptr;
  for (const Comparison& c : report.result.comparisons) {
    if (c.metric != metric) continue;
    if (last == nullptr || last->setting != c.setting || last->baseline_values != c.baseline_values) {
      std::vector<std::string> row{report.pairs.baseline};
      if (settings) row.push_back(setting_text(c.setting));
      row.push_back(with_sd(c.baseline));
      row.resize(head.size());
      table.add(row);
    }
    last = &c;
    std::vector<std::string> row{c.group};
    if (settings) row.push_back(setting_text(c.setting));
    row.push_back(with_sd(c.score));
    row.push_back(
        fmt::format("{:+.4f} [{:+.4f}, {:+.4f}]", c.difference.mean, c.interval.low, c.interval.high));
    row.push_back(c.better == Better::neither ? "" : fmt::format("{}/{}", c.seeds_better, c.seeds_worse));
    for (const double p : {c.p_better, c.holm_better, c.p_two_sided, c.holm_two_sided})
      row.push_back(p_text(p));
    row.push_back(fmt::format("{:+.2f}", c.test.rank_biserial));
    table.add(row);
  }
  return table;
}

std::string heading(std::string_view text, std::string_view format) {
  if (format == "markdown") return fmt::format("\n## {}\n\n", text);
  if (format == "latex") return fmt::format("\n% {}\n", text);
  return fmt::format("\n{}\n", styled(text, Style::bold));
}

std::string named_group(const std::string& group, const Setting& setting) {
  return setting.empty() ? group : fmt::format("{}, {}", group, setting_text(setting));
}

std::string changes_text(const ItemChanges& changes, const ComparisonReport& report, std::string_view format,
                         std::size_t items) {
  std::string out = heading(
      fmt::format("Items: {} against {}", named_group(changes.group, changes.setting), report.pairs.baseline),
      format);
  out += fmt::format(
      "{} evaluation items: {} predicted better, {} worse, {} the same (soft NLL, mean over seeds)\n\n",
      grouped(changes.items.size()), grouped(changes.improved), grouped(changes.worsened),
      grouped(changes.unchanged));
  std::vector<std::size_t> order(changes.items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return changes.items[a].improvement > changes.items[b].improvement;
  });
  Table table;
  table.add({"item", "improvement", "seeds", "annotators' entropy"});
  const std::size_t shown = std::min(items, order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i >= shown && i + shown < order.size()) continue;
    const ItemChange& change = changes.items[order[i]];
    table.add({changes.names[order[i]], fmt::format("{:+.4f}", change.improvement),
               fmt::format("{}", change.pairs), plain(change.entropy)});
  }
  return out + table.as(format);
}

std::string sparse_text(const SparseTarget& sparse, const ComparisonReport& report, std::string_view format) {
  std::string out = heading(
      fmt::format("Sparse targets: improvement of {} over {} by distance of the cut votes from all votes",
                  named_group(sparse.group, sparse.setting), report.pairs.baseline),
      format);
  Table table(3);
  std::vector<std::string> head{"items", "slice", "distance", "Spearman, mean", "lowest", "highest"};
  for (std::size_t b = 0; b < sparse.scopes[0].bins.size(); ++b) head.push_back(fmt::format("bin {}", b + 1));
  table.add(head);
  for (const SparseScope& scope : sparse.scopes) {
    std::vector<double> defined = scope.spearman;
    std::erase_if(defined, [](double x) { return std::isnan(x); });
    const auto [low, high] = std::minmax_element(defined.begin(), defined.end());
    std::vector<std::string> row{scope.items, scope.slice, scope.distance};
    row.push_back(defined.empty() ? "" : fmt::format("{:.3f}", mean_sd(defined).mean));
    row.push_back(defined.empty() ? "" : fmt::format("{:.3f}", *low));
    row.push_back(defined.empty() ? "" : fmt::format("{:.3f}", *high));
    for (const SparseBin& bin : scope.bins)
      row.push_back(bin.items > 0 ? fmt::format("{:+.4f}", bin.improvement) : "");
    table.add(row);
  }
  return out + table.as(format) + "\n";
}

}  // namespace

std::string compare_text(const ComparisonReport& report, std::string_view format, std::size_t items) {
  const std::vector<Comparison>& all = report.result.comparisons;
  if (format == "csv") return exact_table(report).csv();
  std::string out;
  std::string last;
  for (const Comparison& c : all) {
    if (c.metric == last) continue;
    last = c.metric;
    const char* better = c.better == Better::lower    ? "lower is better"
                         : c.better == Better::higher ? "higher is better"
                                                      : "no side is better";
    out += heading(fmt::format("{}{} against {}; {}", c.metric,
                               report.slice.empty() ? "" : fmt::format(" on {}", report.slice),
                               report.pairs.baseline, better),
                   format);
    out += comparison_table(report, c.metric).as(format);
  }
  const Comparison& first = all.front();
  const auto [least, most] = std::minmax_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.seeds.size() < b.seeds.size(); });
  const std::string pairs = least->seeds.size() == most->seeds.size()
                                ? std::to_string(most->seeds.size())
                                : fmt::format("{} to {}", least->seeds.size(), most->seeds.size());
  std::string note = fmt::format(
      "{} pair{} by split and seed. p: exact Wilcoxon signed-rank, one-sided towards better; smallest "
      "possible {:.4g} one-sided, {:.4g} two-sided. Holm over {} test{}. Effect: rank-biserial.",
      pairs, most->seeds.size() == 1 ? "" : "s", smallest_p(most->seeds.size(), false),
      smallest_p(most->seeds.size(), true), report.result.family, report.result.family == 1 ? "" : "s");
  if (!first.test.exact) note.replace(note.find("exact Wilcoxon"), 14, "Wilcoxon (normal approximation)");
  out += format == "latex" ? fmt::format("\n% {}\n", note) : fmt::format("\n{}\n", note);
  for (const std::string& warning : report.result.warnings) {
    out += format == "latex"  ? fmt::format("% {}\n", warning)
           : format == "text" ? styled("! " + warning, Style::yellow) + "\n"
                              : fmt::format("\n**{}**\n", warning);
  }
  if (report.unpaired > 0) out += fmt::format("{} runs without a partner were left out.\n", report.unpaired);
  for (const ItemChanges& changes : report.changes) out += changes_text(changes, report, format, items);
  for (const SparseTarget& sparse : report.sparse) out += sparse_text(sparse, report, format);
  out.erase(0, out.find_first_not_of('\n'));
  return out;
}

}  // namespace dissent::cli
