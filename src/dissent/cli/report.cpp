// `dissent report`: what studies found, as a page, as tables for papers and programs, or as figures.
#include "dissent/cli/report.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/progress.h"
#include "dissent/core/error.h"
#include "dissent/core/ranges.h"
#include "dissent/present/study_report.h"
#include "dissent/study/results.h"

namespace dissent::cli {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::vector<fs::path> folders;
  std::vector<fs::path> studies;
  std::string seeds;
  std::size_t items = 2000;
  ReportOutput output;
};

struct FoundStudy {
  fs::path results;
  fs::path file;
};

bool is_results(const fs::path& folder) {
  return fs::exists(folder / "dissent-results.json");
}

// The studies of a folder of results, or the one whose own folder it is.
void find_studies(const fs::path& folder, const std::vector<fs::path>& files,
                  std::vector<FoundStudy>& found) {
  if (!fs::is_directory(folder)) {
    fail("{}: {}; a folder that `dissent study run -o` wrote is wanted", folder.string(),
         fs::exists(folder) ? "a file" : "no such folder");
  }
  const fs::path above = fs::absolute(folder / "").parent_path().parent_path();
  if (!is_results(folder) && is_results(above)) {  // one study's own
    const fs::path parent = (folder / "").parent_path().has_parent_path()
                                ? (folder / "").parent_path().parent_path()
                                : fs::path(".");
    if (!files.empty()) {
      for (const fs::path& file : files) found.push_back({parent, file});
      return;
    }
    if (!fs::exists(folder / kStudyFile)) {
      fail("{}: has no study.yaml; name the study's file with --study", folder.string());
    }
    found.push_back({parent, folder / kStudyFile});
    return;
  }
  if (!is_results(folder)) {
    fail(
        "{}: not a folder of results (it has no dissent-results.json); `dissent study run FILE -o DIR` makes "
        "one",
        folder.string());
  }
  if (!files.empty()) {
    for (const fs::path& file : files) found.push_back({folder, file});
    return;
  }
  const std::size_t before = found.size();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (fs::exists(entry.path() / kStudyFile)) found.push_back({folder, entry.path() / kStudyFile});
  }
  if (found.size() == before) {
    fail("{}: no study of it has a study.yaml; name the study's file with --study", folder.string());
  }
  std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(),
            [](const FoundStudy& a, const FoundStudy& b) { return a.file < b.file; });
}

void make_report(const ReportArguments& arguments) {
  ReportOutput output = arguments.output;
  if (output.page.empty() && output.format.empty() && output.figures.empty()) output.page = "report.html";
  check_output(output);
  std::vector<std::uint64_t> seeds;
  if (!arguments.seeds.empty()) seeds = parse_numbers(arguments.seeds, "--seeds");
  std::vector<FoundStudy> found;
  for (const fs::path& folder : arguments.folders) find_studies(folder, arguments.studies, found);
  std::vector<Report> reports;
  for (const FoundStudy& one : found) {
    Progress progress(fmt::format("report of {}", one.file.string()), 0);
    StudyReportOptions options;
    options.items = output.page.empty() ? 0 : arguments.items;
    options.progress = [&](std::size_t done, std::size_t of, std::string_view what) {
      progress.set_total(of);
      progress.update(done, what);
    };
    reports.push_back(study_report(read_study(one.file, seeds), one.results, options));
  }
  write_report(joined(std::move(reports)), output);
}

}  // namespace

void configure_report(CLI::App& app) {
  auto arguments = std::make_shared<ReportArguments>();
  app.add_option("DIR", arguments->folders,
                 "folders of results (-o of `dissent study run`): all studies of each; or a study's own "
                 "folder in one")
      ->required();
  app.add_option("-o,--output", arguments->output.page,
                 "the page, one HTML file; report.html unless --format or --figures is given");
  app.add_option("--format", arguments->output.format,
                 "print the same tables on standard output: md, csv, latex or json");
  app.add_option("--table", arguments->output.table, "with --format: this table alone");
  app.add_option("--figures", arguments->output.figures,
                 "folder for the figures: Vega-Lite specifications, and SVG files where node is there");
  app.add_option("--study", arguments->studies, "study files, instead of those kept with the results");
  app.add_option("--seeds", arguments->seeds, "instead of the study's seeds: 0..9, or 0,3");
  app.add_option("--items", arguments->items,
                 "how many items of a data set the page shows one by one; 0: none")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.footer(
      "A study that is still running is shown as far as it is, with what is missing.\n"
      "Example: dissent report results -o report.html");
  app.callback([arguments] { make_report(*arguments); });
}

}  // namespace dissent::cli
