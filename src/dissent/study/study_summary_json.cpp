#include "dissent/study/study_summary_json.h"

#include "dissent/evaluate/comparison_json.h"
#include "dissent/io/json_number.h"

namespace dissent {
namespace {

Json seed_summary_json(const SeedSummary& summary) {
  return {{"seeds", summary.seeds},
          {"mean", number(summary.mean)},
          {"sd", number(summary.sd)},
          {"interval", {number(summary.low), number(summary.high)}}};
}

Json cell_json(const TableCell& cell, bool across) {
  Json json = {{"metric", cell.column.name()}, {"ours", seed_summary_json(cell.ours)}};
  if (across) json["across"] = cell.across;
  if (cell.published) {
    json["published"] = {{"mean", cell.published->mean}, {"sd", number(cell.published->sd)}};
    if (cell.published->seeds > 0) json["published"]["seeds"] = cell.published->seeds;
  }
  return json;
}

Json figure_outcome_json(const FigureOutcome& figure) {
  Json json = {{"name", figure.name}, {"title", figure.title}, {"kind", figure.kind}};
  if (!figure.data.empty()) json["data"] = figure.data;
  if (!figure.not_made.empty()) json[figure.from_before ? "kept" : "nothing"] = figure.not_made;
  return json;
}

}  // namespace

Json table_result_json(const TableResult& result) {
  Json lines = Json::array();
  for (const TableRow& row : result.rows) {
    Json line = {{"options", Json::object()}, {"cells", Json::array()}};
    for (std::size_t i = 0; i < row.options.size(); ++i)
      line["options"][result.table.rows[i]] = row.options[i];
    for (const TableCell& cell : row.cells)
      line["cells"].push_back(cell_json(cell, !result.table.across.empty()));
    lines.push_back(std::move(line));
  }
  return {{"name", result.table.name},     {"title", result.table.title},     {"rows", result.table.rows},
          {"across", result.table.across}, {"metrics", result.table.metrics}, {"lines", std::move(lines)}};
}

Json test_result_json(const TestResult& result) {
  if (!result.no_result.empty())
    return {{"name", result.test.name}, {"title", result.test.title}, {"nothing", result.no_result}};
  Json json = comparison_report_json({result.test.pairs, "", result.unpaired, result.result, {}, {}});
  json["name"] = result.test.name;
  json["title"] = result.test.title;
  return json;
}

Json study_summary_json(const StudySummary& summary) {
  Json json = {{"study", summary.study},       {"about", summary.about},    {"runs", summary.runs},
               {"finished", summary.finished}, {"tables", Json::array()},   {"tests", Json::array()},
               {"figures", Json::array()},     {"remarks", summary.remarks}};
  for (const TableResult& table : summary.tables) json["tables"].push_back(table_result_json(table));
  for (const TestResult& test : summary.tests) json["tests"].push_back(test_result_json(test));
  for (const FigureOutcome& figure : summary.figures) json["figures"].push_back(figure_outcome_json(figure));
  return json;
}

}  // namespace dissent
