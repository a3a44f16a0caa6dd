#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dissent/core/choices.h"
#include "dissent/present/digits.h"
#include "dissent/present/labels.h"
#include "dissent/present/views/evaluation_view.h"

namespace dissent {
namespace {

// More pairs than these are left to the JSON.
constexpr std::size_t kMostPairs = 6;

ReportCell difference_cell(const ScoreDifference& one) {
  const bool known = !std::isnan(one.interval.low);
  ReportCell cell = number_cell(
      one.difference, known ? fmt::format("{} [{}, {}]", signed_text(one.difference),
                                          signed_text(one.interval.low), signed_text(one.interval.high))
                            : signed_text(one.difference));
  cell.parts = {{"difference", one.difference}, {"low", one.interval.low}, {"high", one.interval.high}};
  return cell;
}

std::string better_file(const ScoreDifference& one, const std::string& first, const std::string& second) {
  if (std::isnan(one.holm) || one.holm >= kLevel || one.difference == 0) return "";
  return (one.difference > 0) == (one.metric->better == Better::higher) ? second : first;
}

ReportTable pair_table(const FilePair& pair, const EvaluationResult& result) {
  const std::string &first = result.files[pair.first].name, &second = result.files[pair.second].name;
  ReportTable table;
  table.name = fmt::format("comparison-{}-{}", pair.first + 1, pair.second + 1);
  table.title = fmt::format("{} less {}, on the same {} items", second, first, grouped(pair.items));
  table.columns = {{"metric", "score", false}, {"difference", "difference [95 %]", true},
                   {"p", "p", true},           {"p_holm", "Holm", true},
                   {"test", "test", false},    {"better", fmt::format("better (Holm < {})", kLevel), false}};
  for (const ScoreDifference& one : pair.scores) {
    if (std::isnan(one.difference)) continue;
    table.rows.push_back({text_cell(std::string(one.metric->name)), difference_cell(one),
                          number_cell(one.p, p_text(one.p)), number_cell(one.holm, p_text(one.holm)),
                          text_cell(one.test == DifferenceTest::none ? "" : std::string(name_of(one.test))),
                          text_cell(better_file(one, first, second))});
  }
  return table;
}

std::string how_compared(const FileComparison& comparison) {
  std::size_t flips = 0, resamplings = 0;
  for (const FilePair& pair : comparison.pairs) {
    for (const ScoreDifference& one : pair.scores) {
      if (one.test == DifferenceTest::drawn_flips) flips = one.draws;
      if (one.test == DifferenceTest::bootstrap) resamplings = std::max(resamplings, one.draws);
    }
  }
  std::string text = "p is two-sided: of sign flips of the items' differences for means over items";
  if (flips > 0) text += fmt::format(" ({} draws)", grouped(flips));
  text += ", of the resampled items for other scores";
  if (resamplings > 0) text += fmt::format(" ({})", grouped(resamplings));
  return text + fmt::format("; Holm over {}.", comparison.family == TestFamily::all
                                                   ? "all scores and pairs of files"
                                                   : "the pairs of files, for each score");
}

}  // namespace

std::vector<ReportTable> file_comparison_tables(const EvaluationResult& result) {
  std::vector<ReportTable> tables;
  if (!result.comparison) return tables;
  for (const FilePair& pair : result.comparison->pairs) {
    if (pair.reason.empty() && tables.size() < kMostPairs) tables.push_back(pair_table(pair, result));
  }
  if (!tables.empty()) tables.back().note = how_compared(*result.comparison);
  return tables;
}

std::vector<std::string> files_not_compared(const EvaluationResult& result) {
  std::vector<std::string> sentences;
  if (!result.comparison) return sentences;
  std::size_t compared = 0;
  for (const FilePair& pair : result.comparison->pairs) {
    if (pair.reason.empty()) {
      ++compared;
    } else {
      sentences.push_back(fmt::format("{} and {} are not compared: {}", result.files[pair.first].name,
                                      result.files[pair.second].name, pair.reason));
    }
  }
  if (compared > kMostPairs) {
    sentences.push_back(
        fmt::format("{} more pairs of files are compared in the JSON output", compared - kMostPairs));
  }
  return sentences;
}

}  // namespace dissent
