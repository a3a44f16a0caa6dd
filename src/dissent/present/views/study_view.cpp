#include "dissent/present/views/study_view.h"

#include <fmt/format.h>

#include "dissent/present/study_tables.h"

namespace dissent {
namespace {

const std::string& title_or_name(const std::string& title, const std::string& name) {
  return title.empty() ? name : title;
}

}  // namespace

Report study_view(const StudySummary& summary) {
  Report report;
  report.kind = "Study";
  ReportSection section{"summary", "", {}};
  for (const TableResult& table : summary.tables) section.blocks.emplace_back(study_table(table));
  for (const TestResult& test : summary.tests) {
    if (test.no_result.empty()) {
      for (ReportBlock& block : test_blocks(test)) section.blocks.push_back(std::move(block));
    } else {
      section.blocks.emplace_back(Heading{title_or_name(test.test.title, test.test.name)});
      section.blocks.emplace_back(Prose{{fmt::format("nothing yet: {}", test.no_result)}, false, true});
    }
  }
  for (const FigureOutcome& figure : summary.figures) {
    if (figure.not_made.empty()) continue;
    section.blocks.emplace_back(
        Prose{{fmt::format("{}: {}: {}", title_or_name(figure.title, figure.name),
                           figure.from_before ? "left as it was" : "nothing yet", figure.not_made)}});
  }
  for (const std::string& remark : summary.remarks) section.blocks.emplace_back(Prose{{remark}});
  report.sections.push_back(std::move(section));
  return report;
}

}  // namespace dissent
