// `dissent inspect`: what a file of votes holds, drawn for people or as JSON.
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/report.h"
#include "dissent/cli/terminal.h"
#include "dissent/present/views/inspection_view.h"
#include "dissent/present/writers/terminal_writer.h"
#include "dissent/votes/inspection_json.h"

namespace dissent::cli {
namespace {

struct InspectArguments {
  std::filesystem::path file;
  ImportOptions import;
  bool json = false;
  std::filesystem::path report;
};

void run_inspect(const InspectArguments& arguments) {
  const ReportOutput output{arguments.report, "", "", ""};
  check_output(output);
  const ImportResult imported = import_votes(arguments.file, arguments.import);
  InspectOptions options;
  options.confusion = !arguments.report.empty();
  const Inspection found = inspect(imported, options);
  if (arguments.json) {
    fmt::print("{}\n", inspection_json(found).dump(2));
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
  app.add_option("--report", arguments->report,
                 "also write a page with pictures: one HTML file that opens anywhere");
  add_options(app, arguments->import, "How to read the votes");
  app.footer("Example: dissent inspect votes.csv --label-column rating --duplicates last");
  app.callback([arguments] { run_inspect(*arguments); });
}

}  // namespace dissent::cli
