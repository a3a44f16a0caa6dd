#include "dissent/present/findings.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/present/document.h"
#include "dissent/present/labels.h"
#include "dissent/stats/wilcoxon.h"

namespace dissent {
namespace {

std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return out;
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string_view best_word(Better better) {
  return better == Better::lower ? "lowest" : "highest";
}

// The comparisons of one metric in one setting.
struct Cell {
  Setting setting;
  std::vector<const Comparison*> all;
};

double towards_better(const Comparison& c) {
  return c.better == Better::lower ? -c.difference.mean : c.difference.mean;
}

// "With 3 votes an item, sls has the lowest soft NLL: 0.81 against 0.92 with soft, better in 3 of 3 seeds (p
// = 0.125, 0.25 after Holm's correction)."
std::string winner_sentence(const Cell& cell, const std::string& baseline) {
  const Comparison* best = *std::max_element(
      cell.all.begin(), cell.all.end(),
      [](const Comparison* a, const Comparison* b) { return towards_better(*a) < towards_better(*b); });
  // A sentence does not begin with a method's name, which has no capital letter.
  const auto who = [&](const std::string& name) {
    const std::string_view word = best_word(best->better);
    const std::string metric = metric_label(best->metric);
    return cell.setting.empty()
               ? fmt::format("The {} {} is that of {}", word, metric, name)
               : fmt::format("With {}, {} has the {} {}", setting_label(cell.setting), name, word, metric);
  };
  if (towards_better(*best) <= 0) {
    return fmt::format("{}: {} against {} with {}, which is better in {} of {} seeds.", who(baseline),
                       number_text(best->baseline.mean), number_text(best->score.mean), best->group,
                       best->seeds_better, best->seeds.size());
  }
  const std::string sure = std::isnan(best->holm_better)
                               ? fmt::format("p = {}", p_text(best->p_better))
                               : fmt::format("p = {}, {} after Holm's correction", p_text(best->p_better),
                                             p_text(best->holm_better));
  return fmt::format("{}: {} against {} with {}, better in {} of {} seeds ({}).", who(best->group),
                     number_text(best->score.mean), number_text(best->baseline.mean), baseline,
                     best->seeds_better, best->seeds.size(), sure);
}

std::string sureness_sentence(const std::vector<const Comparison*>& all, const std::string& baseline,
                              std::size_t family) {
  // The best that a pair count can give once all tests of the family are corrected for.
  const auto attainable = [&](std::size_t seeds) {
    return smallest_p(seeds, true) * static_cast<double>(family);
  };
  std::vector<std::string> better, worse;
  std::size_t pairs = 0, blind = 0;
  for (const Comparison* c : all) {
    pairs = std::max(pairs, c->seeds.size());
    const std::string name =
        c->setting.empty() ? c->group : fmt::format("{} ({})", c->group, setting_label(c->setting));
    const bool significant = c->holm_two_sided < kLevel;
    if (significant && towards_better(*c) > 0) better.push_back(name);
    if (significant && towards_better(*c) < 0) worse.push_back(name);
    blind += attainable(c->seeds.size()) >= kLevel;
  }
  if (blind == all.size()) {
    return fmt::format(
        "How sure is that? {} seed{} and {} test{} can give a p of {} at best after Holm's correction "
        "(two-sided): no difference "
        "from {}, however large, could have been significant at 5 %. More seeds would be needed.",
        pairs, pairs == 1 ? "" : "s", family, family == 1 ? "" : "s",
        p_text(std::min(1.0, attainable(pairs))), baseline);
  }
  const auto some = [&](const std::vector<std::string>& names, std::string_view way) {
    return names.size() <= 4 ? fmt::format("{} {}", listed(names), way)
                             : fmt::format("{} of {} {}", names.size(), all.size(), way);
  };
  std::string out = fmt::format("After Holm's correction, two-sided at 5 %, against {}: ", baseline);
  if (better.empty() && worse.empty()) {
    out += all.size() == 1 ? "the difference is not significant"
                           : fmt::format("none of {} differences is significant", all.size());
  } else {
    std::vector<std::string> parts;
    if (!better.empty()) parts.push_back(some(better, "significantly better"));
    if (!worse.empty()) parts.push_back(some(worse, "significantly worse"));
    if (better.size() + worse.size() < all.size()) {
      parts.push_back(
          fmt::format("{} of {} not told apart", all.size() - better.size() - worse.size(), all.size()));
    }
    out += join(std::span<const std::string>(parts), "; ");
  }
  if (blind > 0) {
    out += fmt::format(" ({} comparison{} too few seeds to show anything)", blind,
                       blind == 1 ? " has" : "s have");
  }
  return out + ".";
}

// How far apart methods are on a second score of the main table: accuracy, above all, which hardly sees the
// difference.
std::string spread_sentence(const TableResult& table, const Column& column) {
  double low = 0, high = 0;
  std::size_t rows = 0;
  for (const TableRow& row : table.rows) {
    for (const TableCell& cell : row.cells) {
      if (cell.column != column || std::isnan(cell.ours.mean)) continue;
      low = rows == 0 ? cell.ours.mean : std::min(low, cell.ours.mean);
      high = rows == 0 ? cell.ours.mean : std::max(high, cell.ours.mean);
      ++rows;
    }
  }
  if (rows < 2) return "";
  return fmt::format("{} lies between {} and {} for all methods and settings.", capital(column.label()),
                     number_text(low), number_text(high));
}

std::string table_sentence(const TableResult& table) {
  const Column& column = table.columns.front();
  const Better better = column.better();
  if (better == Better::neither) return "";
  const TableRow* best = nullptr;
  const TableCell* cell = nullptr;
  for (const TableRow& row : table.rows) {
    for (const TableCell& one : row.cells) {
      if (one.column != column || std::isnan(one.ours.mean)) continue;
      if (cell == nullptr ||
          (better == Better::lower ? one.ours.mean < cell->ours.mean : one.ours.mean > cell->ours.mean)) {
        best = &row;
        cell = &one;
      }
    }
  }
  if (best == nullptr || table.rows.size() < 2) return "";
  return fmt::format(
      "The {} {} is that of {}: {} over {} seed{}. No paired test was asked for, or none has its pairs yet.",
      best_word(better), column.label(), join(std::span<const std::string>(best->options), ", "),
      number_text(cell->ours.mean), cell->ours.seeds, cell->ours.seeds == 1 ? "" : "s");
}

}  // namespace

std::vector<std::string> study_findings(const std::vector<const TestResult*>& tests,
                                        const TableResult* table) {
  std::vector<std::string> sentences;
  const auto add = [&](std::string sentence) {
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  };
  const auto directed = std::find_if(tests.begin(), tests.end(), [](const TestResult* test) {
    return !test->result.comparisons.empty() && test->result.comparisons.front().better != Better::neither;
  });
  if (directed == tests.end()) {
    if (table != nullptr && !table->rows.empty()) add(table_sentence(*table));
  } else {
    const TestResult& test = **directed;
    const std::string& metric = test.result.comparisons.front().metric;
    std::vector<Cell> cells;
    std::vector<const Comparison*> all;
    for (const Comparison& c : test.result.comparisons) {
      if (c.metric != metric) continue;
      all.push_back(&c);
      const auto known = std::find_if(cells.begin(), cells.end(),
                                      [&](const Cell& cell) { return cell.setting == c.setting; });
      if (known == cells.end()) {
        cells.push_back({c.setting, {&c}});
      } else {
        known->all.push_back(&c);
      }
    }
    if (cells.size() <= 2) {
      for (const Cell& cell : cells) add(winner_sentence(cell, test.test.pairs.baseline));
    } else {
      const auto ahead = static_cast<std::size_t>(
          std::count_if(all.begin(), all.end(), [](const Comparison* c) { return towards_better(*c) > 0; }));
      add(fmt::format("In {} of {} comparisons with {} the {} is {}.", ahead, all.size(),
                      test.test.pairs.baseline, metric_label(metric),
                      all.front()->better == Better::lower ? "lower" : "higher"));
      add(winner_sentence(cells.front(), test.test.pairs.baseline));
    }
    add(sureness_sentence(all, test.test.pairs.baseline, test.result.family));
  }
  if (table != nullptr && sentences.size() < 4) {
    const auto accuracy = std::find(table->columns.begin(), table->columns.end(), parse_column("accuracy"));
    if (accuracy != table->columns.begin() && accuracy != table->columns.end())
      add(spread_sentence(*table, *accuracy));
  }
  return sentences;
}

}  // namespace dissent
