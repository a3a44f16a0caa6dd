// `dissent inspect`: what a file of votes holds, drawn for people or as JSON.
#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/file_arguments.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/report.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/error.h"
#include "dissent/io/json_text.h"
#include "dissent/io/output_target.h"
#include "dissent/present/views/audit_view.h"
#include "dissent/present/views/inspection_view.h"
#include "dissent/present/writers/terminal_writer.h"
#include "dissent/votes/audit_json.h"
#include "dissent/votes/inspection_json.h"

namespace dissent::cli {
namespace {

struct InspectArguments {
  std::filesystem::path file;
  ImportOptions import;
  bool json = false;
  bool explain = false;
  std::filesystem::path report;
  std::filesystem::path items;
  CsvTexts texts = CsvTexts::safe;
};

void explain(const ImportPlan& plan, bool json) {
  if (json) {
    fmt::print("{}\n", json_text(plan_json(plan), 2));
    return;
  }
  for (const std::string& line : plan_lines(plan)) fmt::print("{}\n", line);
}

void run_inspect(const InspectArguments& arguments) {
  const ReportOutput output{arguments.report, "", "", ""};
  check_output(output);
  const bool items_alone = is_standard_output(arguments.items);
  if (items_alone && arguments.json)
    fail("standard output takes one thing: name a file for --items, or leave --json away");
  check_files(std::array{arguments.file}, std::array{arguments.report, arguments.items});
  const ImportResult imported = import_votes(arguments.file, arguments.import);
  if (arguments.explain) {
    explain(imported.audit.plan, arguments.json);
    return;
  }
  InspectOptions options;
  options.confusion = !arguments.report.empty();
  const Inspection found = inspect(imported, options);
  if (!arguments.items.empty()) write_item_table(imported.votes, arguments.items, arguments.texts);
  if (items_alone) {
    for (const std::string& line : audit_lines(imported.audit)) fmt::print(stderr, "{}\n", line);
  } else if (arguments.json) {
    fmt::print("{}\n", json_text(inspection_json(found), 2));
  } else {
    fmt::print("{}", terminal_text(inspection_summary(found), terminal_style()));
  }
  if (!arguments.report.empty()) write_report(inspection_page(found, imported), output, stderr);
}

}  // namespace

void configure_inspect(CLI::App& app) {
  auto arguments = std::make_shared<InspectArguments>();
  app.add_option("votes", arguments->file, "a file of votes, in any format of `dissent formats`")->required();
  app.add_flag("--json", arguments->json, "print one JSON object for machines, full precision");
  app.add_flag("--explain", arguments->explain,
               "only say how the file was read: format, columns, classes, how sure that is, and what else it "
               "could be");
  app.add_option("--report", arguments->report,
                 "also write a page with pictures: one HTML file that opens anywhere");
  app.add_option(
      "--items", arguments->items,
      "also write a row an item, as CSV: votes, majority, entropy, tie, agreement, votes by class; - "
      "writes them to standard output, instead of the summary");
  add_raw_csv(app, arguments->texts);
  add_options(app, arguments->import, "How to read the votes");
  app.footer("Example: dissent inspect votes.csv --label-column rating --duplicates last");
  app.callback([arguments] { run_inspect(*arguments); });
}

}  // namespace dissent::cli
