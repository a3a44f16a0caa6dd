// `dissent compare`: runs set beside a baseline, paired by split and seed.
#include "dissent/evaluate/compare.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/command_choices.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/choices.h"
#include "dissent/evaluate/comparison_json.h"
#include "dissent/io/json_text.h"
#include "dissent/present/formats.h"
#include "dissent/present/views/comparison_view.h"
#include "dissent/present/writers/csv_writer.h"

namespace dissent::cli {
namespace {

struct CompareArguments {
  std::vector<std::filesystem::path> runs;
  ResultForm format = ResultForm::text;
  bool json = false;
  std::size_t items = 0;
  CompareOptions compare;
};

void run_compare(const CompareArguments& arguments) {
  CompareOptions options = arguments.compare;
  options.item_changes = arguments.items > 0;
  ProgressMonitor monitor;
  const ComparisonReport report = compare(arguments.runs, options, monitor);
  if (arguments.json || arguments.format == ResultForm::json) {
    fmt::print("{}\n", json_text(comparison_report_json(report), 2));
    return;
  }
  const TextForm form = text_form(arguments.format);
  if (form == TextForm::csv || form == TextForm::raw_csv) {
    const CsvTexts texts = form == TextForm::csv ? CsvTexts::safe : CsvTexts::raw;
    fmt::print("{}", csv_text(comparison_rows(report), texts));
  } else {
    fmt::print("{}", written(comparison_view(report, arguments.items), form, terminal_style()));
  }
}

}  // namespace

void configure_compare(CLI::App& app) {
  auto arguments = std::make_shared<CompareArguments>();
  CompareOptions& options = arguments->compare;
  app.add_option("RUNS", arguments->runs, "folders of runs of `dissent train`, or folders that hold such")
      ->required();
  app.add_option(
         "--only", options.only,
         "only these of the runs: delivery=sls,soft or 'delivery=sls;seed=0..2'; may be given several "
         "times, and all must hold")
      ->allow_extra_args(false);
  app.add_option("--slice", options.slice,
                 "score only these evaluation items: entropy-top:0.05, class:NAME, votes:3..5");
  add_choice(app, "--format", arguments->format, kResultForms);
  app.add_flag("--json", arguments->json, "as --format json: full precision, every pair");
  add_number(app, "--items", arguments->items, from_up(0),
             "also show so many items that improved most, and that worsened most");
  app.add_flag("--sparse-target", options.sparse_target,
               "also relate each item's improvement to how far its cut votes lie from all of its votes");
  add_options(app, options.pairs, "What is compared");
  app.get_option("--baseline")->required();
  add_options(app, options.tests, "Scores and tests");
  app.footer("Example: dissent compare runs --baseline soft --metric soft_nll,ece --format markdown");
  app.callback([arguments] { run_compare(*arguments); });
}

}  // namespace dissent::cli
