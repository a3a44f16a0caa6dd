#include "dissent/present/make_report.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/present/study_report.h"
#include "dissent/study/find_studies.h"

namespace dissent {

Report make_report(const ReportOptions& options, Monitor& monitor) {
  std::vector<Report> reports;
  for (const FoundStudy& found : find_studies(options.folders, options.studies)) {
    reports.push_back(
        study_report(read_study(found.file, options.seeds), found.results, options.items, monitor));
  }
  return joined(std::move(reports));
}

Report joined(std::vector<Report> reports) {
  if (reports.size() == 1) return std::move(reports.front());
  Report all;
  all.kind = fmt::format("{} studies", reports.size());
  std::vector<std::string> titles;
  for (Report& report : reports) {
    // The same study of two folders: names and places on the page must differ.
    const auto same = std::count(titles.begin(), titles.end(), report.title);
    titles.push_back(report.title);
    if (same > 0) report.title += fmt::format("-{}", same + 1);
    ReportSection head{report.title, report.title, {}};
    std::vector<std::string> paragraphs{report.about};
    paragraphs.insert(paragraphs.end(), report.findings.begin(), report.findings.end());
    std::erase(paragraphs, "");
    head.blocks.emplace_back(Prose{std::move(paragraphs), false});
    all.sections.push_back(std::move(head));
    for (ReportSection& section : report.sections) {
      section.id = fmt::format("{}-{}", report.title, section.id);
      section.listed = false;  // the list would be too long
      if (!section.title.empty()) section.title = fmt::format("{}: {}", report.title, section.title);
      for (ReportBlock& block : section.blocks) {
        if (auto* table = block.as<ReportTable>())
          table->name = fmt::format("{}-{}", report.title, table->name);
        if (auto* figure = block.as<ReportFigure>())
          figure->name = fmt::format("{}-{}", report.title, figure->name);
      }
      all.sections.push_back(std::move(section));
    }
  }
  all.title = join(std::span<const std::string>(titles), ", ");
  return all;
}

}  // namespace dissent
