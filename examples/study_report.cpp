// Runs a study, what is missing of it, and writes its report as Markdown and as a page. A test builds and runs
// this.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <dissent/report.h>
#include <dissent/study.h>

int main(int argc, char** argv) {
  using namespace dissent;
  if (argc != 3) return std::fprintf(stderr, "usage: %s STUDY RESULTS\n", argv[0]), 1;
  try {
    RunStudyOptions options;
    options.choice.file = argv[1];
    options.results = argv[2];
    options.how.execution.device = DeviceKind::cpu;
    const StudyResult done = run_study(options);
    for (const RunFailure& failure : done.execution.failures) {
      std::fprintf(stderr, "%s: %s\n", failure.run.c_str(), failure.reason.c_str());
    }
    std::printf("%zu runs wanted, %zu trained\n", done.wanted, done.execution.trained);
    for (const TableResult& table : done.summary.tables) {
      for (const TableRow& row : table.rows) {
        std::printf("%s, %s: a mean over %zu seeds\n", table.table.name.c_str(), row.options[0].c_str(),
                    static_cast<std::size_t>(row.cells[0].ours.seeds));
      }
    }

    const Report report = make_report({.folders = {options.results}});
    std::ofstream(options.results / "report.md") << markdown_text(report);
    if (has_page()) std::ofstream(options.results / "report.html") << report_page(report);
    std::printf("the report is in report.md\n");
    return done.execution.failures.empty() ? 0 : 1;
  } catch (const Error& error) {
    std::fprintf(stderr, "study_report: %s\n", error.what());
    return 2;
  }
}
