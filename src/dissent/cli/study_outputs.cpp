// A study's folder of tables, tests and figures.
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "dissent/cli/progress.h"
#include "dissent/cli/study_plan.h"
#include "dissent/cli/table.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/evaluate/comparison_json.h"
#include "dissent/io/csv.h"
#include "dissent/io/file.h"
#include "dissent/present/views/comparison_view.h"
#include "dissent/present/writers/csv_writer.h"
#include "dissent/present/writers/markdown_writer.h"
#include "dissent/present/writers/terminal_writer.h"
#include "dissent/study/figures.h"
#include "dissent/study/pairs_file.h"
#include "dissent/study/study_summary.h"
#include "dissent/study/values.h"

namespace dissent::cli {
namespace {

namespace fs = std::filesystem;

std::string number_cell(double value, double sd) {
  if (std::isnan(value)) return "";
  const int digits = std::abs(value) >= 1000 ? 0 : std::abs(value) >= 100 ? 1 : std::abs(value) >= 10 ? 2 : 4;
  return std::isnan(sd) ? fmt::format("{:.{}f}", value, digits)
                        : fmt::format("{:.{}f} ± {:.{}f}", value, digits, sd, digits);
}

std::string both_cells(const TableCell& cell) {
  std::string text = number_cell(cell.ours.mean, cell.ours.sd);
  if (cell.published == nullptr) return text;
  const auto& [mean, sd] = cell.published->values.at(cell.metric);
  return fmt::format("{}{}({})", text, text.empty() ? "" : " ", number_cell(mean, sd));
}

// For people: ours, and what was published in parentheses.
Table read_table(const TableResult& result) {
  Table table(std::max<std::size_t>(1, result.table->rows.size()));
  std::vector<std::string> head = result.table->rows;
  head.emplace_back("seeds");
  if (!result.rows.empty()) {
    for (const TableCell& cell : result.rows.front().cells) {
      const bool several = result.table->metrics.size() > 1 || result.table->across.empty();
      head.push_back(result.table->across.empty() ? cell.metric
                     : several ? fmt::format("{} {}: {}", result.table->across, cell.across, cell.metric)
                               : fmt::format("{} {}", result.table->across, cell.across));
    }
  }
  table.add(head);
  for (const TableRow& row : result.rows) {
    std::vector<std::string> line = row.options;
    std::size_t fewest = row.cells.empty() ? 0 : row.cells.front().ours.seeds, most = fewest;
    for (const TableCell& cell : row.cells) {
      fewest = std::min(fewest, cell.ours.seeds);
      most = std::max(most, cell.ours.seeds);
    }
    line.push_back(fewest == most ? std::to_string(most) : fmt::format("{}-{}", fewest, most));
    for (const TableCell& cell : row.cells) line.push_back(both_cells(cell));
    table.add(line);
  }
  return table;
}

// For programs: a row a number.
std::string tidy_csv(const TableResult& result) {
  const auto number = [](double value) { return std::isnan(value) ? std::string() : shortest(value); };
  std::string csv;
  for (const std::string& option : result.table->rows) csv += csv_field(option) + ",";
  if (!result.table->across.empty()) csv += csv_field(result.table->across) + ",";
  csv += "metric,seeds,mean,sd,low,high,published_mean,published_sd,published_seeds\n";
  for (const TableRow& row : result.rows) {
    for (const TableCell& cell : row.cells) {
      for (const std::string& option : row.options) csv += csv_field(option) + ",";
      if (!result.table->across.empty()) csv += csv_field(cell.across) + ",";
      csv += fmt::format("{},{},{},{},{},{}", csv_field(cell.metric), cell.ours.seeds, number(cell.ours.mean),
                         number(cell.ours.sd), number(cell.ours.low), number(cell.ours.high));
      if (cell.published != nullptr) {
        const auto& [mean, sd] = cell.published->values.at(cell.metric);
        csv += fmt::format(",{},{},{}\n", number(mean), number(sd),
                           cell.published->seeds > 0 ? std::to_string(cell.published->seeds) : "");
      } else {
        csv += ",,,\n";
      }
    }
  }
  return csv;
}

std::string title_of(const std::string& name, const std::string& title) {
  return title.empty() ? name : fmt::format("{}: {}", name, title);
}

class Outputs {
 public:
  Outputs(const Study& study, const std::vector<StudyRun>& runs, const ResultsFolder& results)
      : study_(study),
        folder_(results.path() / study.name),
        finished_(results.finished(runs)),
        progress_("tables", finished_.size() + study.figures.size()),
        values_(
            study, finished_, [this](std::size_t read) { progress_.update(read, "reading runs"); },
            folder_ / "runs.csv"),
        pairs_(read_pairs_file(results, study)) {
    results.keep_study(study);
    out_.summary = {
        {"study", study.name}, {"about", study.about}, {"runs", runs.size()}, {"finished", finished_.size()}};
    for (const char* part : {"tables", "tests", "figures"}) fs::create_directories(folder_ / part);
  }

  StudyOutputs write() {
    write_file(folder_ / "runs.csv", runs_csv(values_));
    write_sqlite(values_, folder_ / "runs.sqlite");
    out_.summary["tables"] = out_.summary["tests"] = out_.summary["figures"] = Json::array();
    for (const StudyTable& table : study_.tables) write_table(table);
    for (const StudyTest& test : study_.tests) write_test(test);
    for (std::size_t i = 0; i < study_.figures.size(); ++i) {
      progress_.update(finished_.size() + i, study_.figures[i].name);
      write_figure(study_.figures[i]);
    }
    progress_.finish();
    out_.summary["remarks"] = values_.remarks();
    for (const std::string& remark : values_.remarks()) out_.text += "\n" + remark + "\n";
    write_file(folder_ / "summary.json", out_.summary.dump(1) + "\n");
    return std::move(out_);
  }

 private:
  void write_table(const StudyTable& table) {
    const TableResult result = make_table(table, values_);
    const Table shown = read_table(result);
    const std::string title = title_of(table.name, table.title);
    write_file(folder_ / "tables" / (table.name + ".csv"), tidy_csv(result));
    write_file(folder_ / "tables" / (table.name + ".md"), fmt::format("{}\n\n{}", title, shown.markdown()));
    out_.summary["tables"].push_back(table_json(result));
    if (result.rows.empty()) return;
    out_.text += fmt::format("\n{}\n{}", styled(title, Style::bold), shown.text());
  }

  void write_test(const StudyTest& test) {
    const TestResult result = make_test(test, values_);
    const std::string title = title_of(test.name, test.title);
    if (!result.nothing.empty()) {
      out_.summary["tests"].push_back(
          {{"name", test.name}, {"title", test.title}, {"nothing", result.nothing}});
      out_.text += fmt::format("\n{}\n  nothing yet: {}\n", styled(title, Style::bold), result.nothing);
      return;
    }
    const ComparisonReport report{test.pairs, "", result.unpaired, result.result, {}, {}};
    write_file(folder_ / "tests" / (test.name + ".csv"), csv_text(comparison_rows(report)));
    write_file(folder_ / "tests" / (test.name + ".md"),
               fmt::format("{}\n{}", title, markdown_text(comparison_view(report))));
    Json json = comparison_report_json(report);
    json["name"] = test.name;
    json["title"] = test.title;
    out_.summary["tests"].push_back(std::move(json));
    out_.text += fmt::format("\n{}\n{}", styled(title, Style::bold),
                             terminal_text(comparison_view(report), terminal_style()));
  }

  void write_figure(const StudyFigure& figure) {
    Json json = {{"name", figure.name}, {"title", figure.title}, {"kind", figure.kind}};
    const fs::path file = folder_ / "figures" / (figure.name + ".csv");
    const FigureData data = figure_data(figure, values_, pairs_, file);
    if (!data.csv.empty()) {
      if (!data.kept) write_file(file, data.csv);
      json["data"] = "figures/" + figure.name + ".csv";
    }
    if (!data.nothing.empty()) {
      json[data.kept ? "kept" : "nothing"] = data.nothing;
      out_.text += fmt::format("\n{}: {}: {}\n", title_of(figure.name, figure.title),
                               data.kept ? "left as it was" : "nothing yet", data.nothing);
    }
    out_.summary["figures"].push_back(std::move(json));
  }

  const Study& study_;
  fs::path folder_;
  std::vector<FinishedRun> finished_;
  Progress progress_;
  StudyValues values_;
  StudyPairs pairs_;
  StudyOutputs out_;
};

}  // namespace

StudyOutputs write_outputs(const Study& study, const std::vector<StudyRun>& runs,
                           const ResultsFolder& results) {
  return Outputs(study, runs, results).write();
}

}  // namespace dissent::cli
