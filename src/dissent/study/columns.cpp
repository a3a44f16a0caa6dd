#include "dissent/study/columns.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

void add_scores(std::vector<Column>& columns, const std::vector<std::string>& wanted,
                const std::string& before, const std::string& after) {
  for (const Metric& metric : metric_list()) {
    const bool asked = wanted.empty() || std::find(wanted.begin(), wanted.end(), metric.name) != wanted.end();
    if (asked) columns.push_back({fmt::format("{}{}{}", before, metric.name, after), metric.better});
  }
}

}  // namespace

std::vector<Column> study_columns(const Study& study) {
  std::vector<Column> columns;
  const std::vector<std::string>& metrics = study.evaluate.metrics;
  add_scores(columns, metrics, "", "");
  columns.insert(columns.end(), {{"best_epoch"}, {"near_best_epoch"}});
  add_scores(columns, metrics, "last_", "");
  columns.insert(columns.end(), {{"last_epoch"}, {"seconds"}, {"images_per_second"}});
  for (const std::string& slice : study.evaluate.slices) add_scores(columns, metrics, "", "@" + slice);
  if (!study.evaluate.relative_to.empty()) add_scores(columns, metrics, "", "%" + study.evaluate.relative_to);
  if (study.geometry) {
    std::vector<std::string> where{""};
    if (study.geometry->options.slice != "none") where.push_back("@" + study.geometry->options.slice);
    for (const std::string& items : where) {
      columns.push_back({"lambda_max" + items, Better::lower});
      columns.push_back({"trace" + items, Better::lower});
    }
    columns.push_back({"variance_spearman"});
  }
  if (study.ood) {
    const std::vector<std::string> all{"energy", "msp", "entropy", "margin", "odin", "knn"};
    const std::vector<std::string>& scores =
        study.ood->options.scores.empty() ? all : study.ood->options.scores;
    for (const std::string& set : study.ood->outside) {
      for (const std::string& score : scores) {
        columns.push_back({fmt::format("{}_auroc@{}", score, set), Better::higher});
        columns.push_back({fmt::format("{}_fpr95@{}", score, set), Better::lower});
        columns.push_back({fmt::format("{}_aupr@{}", score, set), Better::higher});
      }
    }
  }
  return columns;
}

const Column& find_column(std::span<const Column> columns, std::string_view name) {
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const Column& column) { return column.name == name; });
  if (found != columns.end()) return *found;
  std::vector<std::string_view> names;
  for (const Column& column : columns) names.push_back(column.name);
  const auto near = nearest(name, names);
  fail(
      "unknown column {}{}; columns are the scores of `dissent eval`, best_epoch, near_best_epoch, "
      "last_SCORE, and what "
      "`evaluate` asks for: SCORE@SLICE, SCORE%DELIVERY, lambda_max, trace, variance_spearman, "
      "DETECTOR_auroc@SET",
      in_quotes(name), near ? fmt::format("; did you mean {}?", in_quotes(*near)) : "");
}

}  // namespace dissent
