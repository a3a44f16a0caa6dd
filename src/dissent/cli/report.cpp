// `dissent report`: what studies found, as a page, as tables for papers and programs, or as figures.
#include "dissent/cli/report.h"

#include <memory>

#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/core/exception.h"
#include "dissent/core/ranges.h"
#include "dissent/present/make_report.h"

namespace dissent::cli {
namespace {

struct ReportArguments {
  ReportOptions report;
  std::string seeds;
  std::size_t items = 2000;
  ReportOutput output;
};

void report(ReportArguments arguments) {
  ReportOutput& output = arguments.output;
  if (output.page.empty() && output.format.empty() && output.figures.empty()) output.page = "report.html";
  check_output(output);
  if (!arguments.seeds.empty()) arguments.report.seeds = parse_numbers(arguments.seeds, option("seeds"));
  arguments.report.items = output.page.empty() ? 0 : arguments.items;
  ProgressMonitor monitor;
  write_report(make_report(arguments.report, monitor), output);
}

}  // namespace

void configure_report(CLI::App& app) {
  auto arguments = std::make_shared<ReportArguments>();
  app.add_option("DIR", arguments->report.folders,
                 "folders of results (-o of `dissent study run`): all studies of each; or a study's own "
                 "folder in one")
      ->required();
  app.add_option("-o,--output", arguments->output.page,
                 "the page, one HTML file; report.html unless --format or --figures is given");
  app.add_option(
      "--format", arguments->output.format,
      "print the same tables on standard output: md, csv (a text that a spreadsheet would compute has "
      "an apostrophe before it), raw-csv, latex or json");
  app.add_option("--table", arguments->output.table, "with --format: this table alone");
  app.add_option("--figures", arguments->output.figures,
                 "folder for the figures: Vega-Lite specifications, and SVG files where node is there");
  app.add_option("--study", arguments->report.studies, "study files, instead of those kept with the results");
  app.add_option("--seeds", arguments->seeds, "instead of the study's seeds: 0..9, or 0,3");
  add_number(app, "--items", arguments->items, from_up(0),
             "how many items of a data set the page shows one by one; 0: none");
  app.footer(
      "A study that is still running is shown as far as it is, with what is missing.\n"
      "Example: dissent report results -o report.html");
  app.callback([arguments] { report(*arguments); });
}

}  // namespace dissent::cli
