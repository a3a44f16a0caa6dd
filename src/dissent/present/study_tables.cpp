#include "dissent/present/study_tables.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/core/undefined.h"
#include "dissent/stats/wilcoxon.h"

namespace dissent {
namespace {

ReportCell summary_cell(const TableCell& cell) {
  ReportCell out;
  const SeedSummary& ours = cell.ours;
  if (!std::isnan(ours.mean)) {
    out.text = mean_sd_text(ours.mean, ours.sd);
    out.parts = {{"mean", ours.mean},
                 {"sd", ours.sd},
                 {"low", ours.low},
                 {"high", ours.high},
                 {"seeds", static_cast<double>(ours.seeds)}};
    if (!std::isnan(ours.low)) {
      out.notes.push_back(
          fmt::format("[{}, {}]", number_text(ours.low, ours.mean), number_text(ours.high, ours.mean)));
    }
  }
  if (cell.published) {
    const auto& [mean, sd, seeds] = *cell.published;
    out.aside = mean_sd_text(mean, sd);
    out.notes.push_back(fmt::format("published {}", out.aside));
    if (out.parts.empty()) {
      out.parts = {
          {"mean", kUndefined}, {"sd", kUndefined}, {"low", kUndefined}, {"high", kUndefined}, {"seeds", 0}};
    }
    out.parts.emplace_back("published_mean", mean);
    if (!std::isnan(sd)) out.parts.emplace_back("published_sd", sd);
  }
  return out;
}

// Marks the best of every column among these rows.
void mark_best(ReportTable& table, const TableResult& result, const std::vector<std::size_t>& rows) {
  const std::size_t before = result.table.rows.size() + 1;
  for (std::size_t c = 0; c < result.rows[rows.front()].cells.size(); ++c) {
    const Better better = result.rows[rows.front()].cells[c].column.better();
    if (better == Better::neither) continue;
    const auto score = [&](std::size_t row) {
      const double mean = result.rows[row].cells[c].ours.mean;
      return better == Better::lower ? -mean : mean;
    };
    std::vector<std::size_t> known = rows;
    std::erase_if(known, [&](std::size_t row) { return std::isnan(score(row)); });
    if (known.size() < 2) continue;
    const auto best = std::max_element(known.begin(), known.end(),
                                       [&](std::size_t a, std::size_t b) { return score(a) < score(b); });
    table.rows[*best][before + c].best = true;
  }
}

std::string test_note(const TestResult& result, const std::vector<const Comparison*>& mine) {
  std::size_t least = mine.front()->seeds.size(), most = least;
  for (const Comparison* c : mine) {
    least = std::min(least, c->seeds.size());
    most = std::max(most, c->seeds.size());
  }
  std::string note = fmt::format(
      "Paired by split and seed ({} pairs). Difference: less {}, with the bootstrap's 95 % interval of its "
      "mean. p: {}Wilcoxon "
      "signed-rank, one-sided towards better; Holm's correction over {} test{}. Smallest p: what so many "
      "pairs can give "
      "at best.",
      least == most ? std::to_string(most) : fmt::format("{} to {}", least, most), result.test.pairs.baseline,
      mine.front()->test.exact ? "exact " : "", result.result.family, result.result.family == 1 ? "" : "s");
  if (result.unpaired > 0) note += fmt::format(" {} runs without a partner were left out.", result.unpaired);
  return note;
}

}  // namespace

ReportTable study_table(const TableResult& result, const Colours& colours) {
  ReportTable table;
  table.name = result.table.name;
  table.title = result.table.title.empty() ? table.name : result.table.title;
  const std::vector<std::string>& options = result.table.rows;
  for (const std::string& option : options) table.columns.push_back({option, option_title(option), false});
  table.columns.push_back({"seeds", "seeds", true});
  if (result.rows.empty()) return table;
  for (const TableCell& cell : result.rows.front().cells) {
    const std::string across =
        result.table.across.empty()
            ? ""
            : fmt::format("{}: ", result.table.across == "votes-per-item"
                                      ? setting_label({{result.table.across, cell.across}})
                                      : fmt::format("{} {}", result.table.across, cell.across));
    const Better better = cell.column.better();
    const std::string_view way = better == Better::lower ? " ↓" : better == Better::higher ? " ↑" : "";
    table.columns.push_back(
        {cell.across.empty() ? cell.column.name()
                             : fmt::format("{}={} {}", result.table.across, cell.across, cell.column.name()),
         fmt::format("{}{}{}", across, cell.column.label(), way), true});
  }
  for (const TableRow& row : result.rows) {
    std::vector<ReportCell> line;
    for (std::size_t o = 0; o < options.size(); ++o) {
      line.push_back(text_cell(option_label(options[o], row.options[o])));
      if (options[o] == "delivery") line.back().colour = colours.of(row.options[o]);
    }
    std::size_t fewest = row.cells.front().ours.seeds, most = fewest;
    for (const TableCell& cell : row.cells) {
      fewest = std::min(fewest, cell.ours.seeds);
      most = std::max(most, cell.ours.seeds);
    }
    line.push_back(number_cell(static_cast<double>(most),
                               fewest == most ? std::to_string(most) : fmt::format("{}–{}", fewest, most)));
    for (const TableCell& cell : row.cells) line.push_back(summary_cell(cell));
    table.rows.push_back(std::move(line));
  }
  std::map<std::vector<std::string>, std::vector<std::size_t>>
      blocks;  // rows that differ in the last option only
  for (std::size_t row = 0; row < result.rows.size(); ++row) {
    std::vector<std::string> others = result.rows[row].options;
    others.pop_back();
    blocks[others].push_back(row);
  }
  for (const auto& [others, rows] : blocks) mark_best(table, result, rows);
  const bool published = std::any_of(table.rows.begin(), table.rows.end(), [](const auto& row) {
    return std::any_of(row.begin(), row.end(), [](const ReportCell& cell) { return !cell.aside.empty(); });
  });
  table.note = published ? "Mean ± SD over seeds; in parentheses, as published." : "Mean ± SD over seeds.";
  table.page_note = "In brackets: Student's 95 % interval of the mean. Best means in bold.";
  return table;
}

std::vector<ReportBlock> test_blocks(const TestResult& result, const Colours& colours) {
  std::vector<ReportBlock> blocks;
  const std::vector<Comparison>& all = result.result.comparisons;
  std::vector<std::string> metrics;
  for (const Comparison& c : all) {
    if (std::find(metrics.begin(), metrics.end(), c.metric) == metrics.end()) metrics.push_back(c.metric);
  }
  for (const std::string& metric : metrics) {
    std::vector<const Comparison*> mine;
    for (const Comparison& c : all) {
      if (c.metric == metric) mine.push_back(&c);
    }
    const bool settings =
        std::any_of(mine.begin(), mine.end(), [](const Comparison* c) { return !c->setting.empty(); });
    ReportTable table;
    table.name = fmt::format("{}-{}", result.test.name, metric);
    const std::string_view better = better_label(mine.front()->better);
    table.title = fmt::format("{}: {}{}", result.test.title.empty() ? result.test.name : result.test.title,
                              metric_label(metric), better.empty() ? "" : fmt::format(" ({})", better));
    table.columns.push_back({result.test.pairs.by, option_title(result.test.pairs.by), false});
    if (settings) table.columns.push_back({"setting", "setting", false});
    for (const auto& [name, label] : {std::pair<const char*, const char*>{"score", "mean ± SD"},
                                      {"baseline", "baseline"},
                                      {"difference", "difference"},
                                      {"seeds_better", "seeds better"},
                                      {"p_better", "p"},
                                      {"holm_better", "p, Holm"},
                                      {"p_two_sided", "p two-sided"},
                                      {"holm_two_sided", "Holm two-sided"},
                                      {"smallest_p_better", "smallest p"},
                                      {"rank_biserial", "effect"}}) {
      table.columns.push_back({name, label, true});
    }
    for (const Comparison* c : mine) {
      std::vector<ReportCell> row{text_cell(option_label(result.test.pairs.by, c->group))};
      if (result.test.pairs.by == "delivery") row.front().colour = colours.of(c->group);
      if (settings) row.push_back(text_cell(setting_label(c->setting)));
      const auto summary = [](const MeanSd& s) {
        ReportCell cell = number_cell(s.mean, mean_sd_text(s.mean, s.sd));
        cell.parts = {{"mean", s.mean}, {"sd", s.sd}};
        return cell;
      };
      row.push_back(summary(c->score));
      row.push_back(summary(c->baseline));
      ReportCell difference = number_cell(c->difference.mean, signed_text(c->difference.mean));
      difference.parts = {{"mean", c->difference.mean}, {"low", c->interval.low}, {"high", c->interval.high}};
      difference.notes.push_back(
          fmt::format("[{}, {}]", signed_text(c->interval.low), signed_text(c->interval.high)));
      difference.aside = fmt::format("{} to {}", signed_text(c->interval.low), signed_text(c->interval.high));
      row.push_back(std::move(difference));
      const bool directed = c->better != Better::neither;
      row.push_back(number_cell(directed ? static_cast<double>(c->seeds_better) : kUndefined,
                                fmt::format("{} of {}", c->seeds_better, c->seeds.size())));
      for (const double p : {c->p_better, c->holm_better, c->p_two_sided, c->holm_two_sided}) {
        row.push_back(number_cell(p, p_text(p)));
      }
      const double smallest = smallest_p(c->seeds.size(), !directed);
      row.push_back(number_cell(smallest, p_text(smallest)));
      row.push_back(number_cell(c->test.rank_biserial, signed_text(c->test.rank_biserial)));
      table.rows.push_back(std::move(row));
    }
    table.note = test_note(result, mine);
    blocks.emplace_back(std::move(table));
  }
  if (!result.result.warnings.empty()) blocks.emplace_back(Prose{result.result.warnings, true});
  return blocks;
}

}  // namespace dissent
