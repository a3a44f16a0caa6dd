#include "dissent/present/study_outputs.h"

#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/io/json_text.h"
#include "dissent/io/markup.h"
#include "dissent/present/figures/figure.h"
#include "dissent/present/study_tables.h"
#include "dissent/present/views/comparison_view.h"
#include "dissent/present/writers/csv_writer.h"
#include "dissent/present/writers/markdown_writer.h"
#include "dissent/study/make_table.h"
#include "dissent/study/make_test.h"
#include "dissent/study/pairs_file.h"
#include "dissent/study/study_summary_json.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

// For programs: a row a number.
std::string table_csv(const TableResult& result) {
  const auto number = [](double value) { return std::isnan(value) ? std::string() : shortest(value); };
  const TableOptions& table = result.table;
  std::string csv;
  for (const std::string& option : table.rows) csv += sheet_field(option) + ",";
  if (!table.across.empty()) csv += sheet_field(table.across) + ",";
  csv += "metric,seeds,mean,sd,low,high,published_mean,published_sd,published_seeds\n";
  for (const TableRow& row : result.rows) {
    for (const TableCell& cell : row.cells) {
      for (const std::string& option : row.options) csv += sheet_field(option) + ",";
      if (!table.across.empty()) csv += sheet_field(cell.across) + ",";
      csv += fmt::format("{},{},{},{},{},{},", sheet_field(cell.column.name()), cell.ours.seeds,
                         number(cell.ours.mean), number(cell.ours.sd), number(cell.ours.low),
                         number(cell.ours.high));
      if (cell.published) {
        csv += fmt::format("{},{},{}\n", number(cell.published->mean), number(cell.published->sd),
                           cell.published->seeds > 0 ? std::to_string(cell.published->seeds) : "");
      } else {
        csv += ",,\n";
      }
    }
  }
  return csv;
}

void write_table(const TableResult& result, const fs::path& folder) {
  write_file(folder / (result.table.name + ".csv"), table_csv(result));
  write_file(folder / (result.table.name + ".md"), markdown_text(study_table(result)));
}

void write_test(const TestResult& result, const fs::path& folder) {
  if (!result.no_result.empty()) return;
  const ComparisonReport report{result.test.pairs, "", result.unpaired, result.result, {}, {}};
  write_file(folder / (result.test.name + ".csv"), csv_text(comparison_rows(report)));
  Report document;
  document.sections.push_back({"test", "", test_blocks(result)});
  write_file(folder / (result.test.name + ".md"), markdown_text(document));
}

FigureOutcome write_figure(const StudyFigure& figure, FigureSource& source, const fs::path& folder) {
  const std::string name = "figures/" + figure.name + ".csv";
  const MadeFigure made = make_figure(figure, source, folder / name);
  if (made.figure != nullptr && !made.from_before) write_file(folder / name, made.figure->csv());
  return {figure.name,   figure.title,    figure.kind, made.figure == nullptr ? "" : name,
          made.not_made, made.from_before};
}

}  // namespace

StudySummary write_study_outputs(const Study& study, const std::vector<StudyRun>& runs,
                                 const ResultsFolder& results, Monitor& monitor) {
  const fs::path folder = results.path() / study.name;
  const std::vector<FinishedRun> finished = results.finished(runs);
  StudyValues values(study, finished, folder / "runs.csv", monitor);
  const StudyPairs pairs = read_pairs_file(results, study);
  FigureSource source{&values, &pairs};
  results.keep_study(study);
  for (const char* part : {"tables", "tests", "figures"}) make_folders(folder / part);
  write_file(folder / "runs.csv", runs_csv(values));
  write_sqlite(values, folder / "runs.sqlite");
  StudySummary summary{study.name, study.about, runs.size(), finished.size(), {}, {}, {}, {}};
  for (const StudyTable& table : study.tables) {
    summary.tables.push_back(make_table(table, values));
    write_table(summary.tables.back(), folder / "tables");
  }
  for (const StudyTest& test : study.tests) {
    summary.tests.push_back(make_test(test, values));
    write_test(summary.tests.back(), folder / "tests");
  }
  for (const StudyFigure& figure : study.figures) {
    summary.figures.push_back(write_figure(figure, source, folder));
    monitor.progress("figures", summary.figures.size(), study.figures.size());
    stop_if_asked(monitor);
  }
  summary.remarks = values.remarks();
  write_file(folder / "summary.json", json_text(study_summary_json(summary), 1) + "\n");
  return summary;
}

}  // namespace dissent
