#include "dissent/study/columns.h"

#include <algorithm>

#include "dissent/catalog/detectors.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

using Quantity = Column::Quantity;

// `like` says of which checkpoint and items, and in relation to what.
void add_scores(std::vector<Column>& columns, const std::vector<std::string>& wanted, const Column& like) {
  for (const Metric& metric : metric_list()) {
    const bool asked = wanted.empty() || std::find(wanted.begin(), wanted.end(), metric.name) != wanted.end();
    if (!asked) continue;
    columns.push_back(like);
    columns.back().metric = &metric;
  }
}

void add(std::vector<Column>& columns, Quantity quantity, const std::string& slice = "") {
  columns.push_back({.quantity = quantity, .slice = slice});
}

}  // namespace

std::vector<Column> study_columns(const Study& study) {
  std::vector<Column> columns;
  const std::vector<std::string>& metrics = study.evaluate.metrics;
  add_scores(columns, metrics, {});
  add(columns, Quantity::best_epoch);
  add(columns, Quantity::near_best_epoch);
  add_scores(columns, metrics, {.checkpoint = Column::Checkpoint::last});
  add(columns, Quantity::last_epoch);
  add(columns, Quantity::seconds);
  add(columns, Quantity::images_per_second);
  for (const std::string& slice : study.evaluate.slices) add_scores(columns, metrics, {.slice = slice});
  if (!study.evaluate.relative_to.empty())
    add_scores(columns, metrics, {.relative_to = study.evaluate.relative_to});
  if (study.geometry) {
    std::vector<std::string> slices{""};
    if (study.geometry->options.slice != "none") slices.push_back(study.geometry->options.slice);
    for (const std::string& slice : slices) {
      add(columns, Quantity::lambda_max, slice);
      add(columns, Quantity::trace, slice);
    }
    add(columns, Quantity::variance_spearman);
  }
  if (study.ood) {
    std::vector<std::string> chosen = study.ood->options.scores;
    if (chosen.empty()) {
      for (const DetectorEntry& entry : detectors()) chosen.emplace_back(entry.name);
    }
    for (const std::string& set : study.ood->outside) {
      for (const std::string& detector : chosen) {
        for (const Quantity quantity : {Quantity::auroc, Quantity::fpr95, Quantity::aupr})
          columns.push_back({.quantity = quantity, .detector = detector, .outside = set});
      }
    }
  }
  return columns;
}

const Column& find_column(std::span<const Column> columns, std::string_view name) {
  if (const std::optional<Column> wanted = parse_column(name)) {
    const auto found = std::find(columns.begin(), columns.end(), *wanted);
    if (found != columns.end()) return *found;
  }
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(column.name());
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto near = nearest(name, views);
  fail(
      "unknown column {}{}; columns are the scores of `dissent eval`, best_epoch, near_best_epoch, "
      "last_SCORE, and what "
      "`evaluate` asks for: SCORE@SLICE, SCORE%DELIVERY, lambda_max, trace, variance_spearman, "
      "DETECTOR_auroc@SET",
      in_quotes(name), near ? fmt::format("; did you mean {}?", in_quotes(*near)) : "");
}

}  // namespace dissent
