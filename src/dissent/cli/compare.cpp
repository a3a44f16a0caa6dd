// `dissent compare`: runs set beside a baseline, paired by split and seed.
#include "dissent/cli/compare.h"

#include <cmath>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/core/choices.h"

namespace dissent::cli {
namespace {

struct CompareArguments {
  std::vector<std::filesystem::path> runs;
  std::string slice;
  std::string format = "text";
  bool json = false, sparse_target = false;
  std::size_t items = 0;
  PairOptions pairs;
  CompareOptions compare;
};

void run_compare(const CompareArguments& arguments) {
  check_choice("format", arguments.format, {"text", "markdown", "csv", "latex", "json"});
  for (const std::string& metric : arguments.compare.metrics) find_metric(metric);
  const std::vector<FinishedRun> runs = find_runs(arguments.runs);
  const Pairing pairing = pair_runs(runs, arguments.pairs);
  RunScores scores(arguments.slice);
  CompareReport report{arguments.pairs,
                       arguments.slice,
                       pairing.unpaired,
                       compare_runs(pairing, arguments.compare, scores),
                       {},
                       {},
                       arguments.items};
  Progress progress("items", pairing.groups.size());
  for (std::size_t g = 0; g < pairing.groups.size(); ++g) {
    if (arguments.items > 0) report.changes.push_back(item_changes(pairing.groups[g], scores));
    if (arguments.sparse_target) report.sparse.push_back(sparse_target(pairing.groups[g], scores));
    progress.update(g + 1);
  }
  progress.finish();
  fmt::print("{}", arguments.json || arguments.format == "json" ? compare_json(report).dump(2) + "\n"
                                                                : compare_text(report, arguments.format));
}

}  // namespace

void configure_compare(CLI::App& app) {
  auto arguments = std::make_shared<CompareArguments>();
  app.add_option("RUNS", arguments->runs, "folders of runs of `dissent train`, or folders that hold such")
      ->required();
  app.add_option("--slice", arguments->slice,
                 "score only these evaluation items: entropy-top:0.05, class:NAME, votes:3..5");
  app.add_option("--format", arguments->format, "text, markdown, csv, latex or json")->capture_default_str();
  app.add_flag("--json", arguments->json, "as --format json: full precision, every pair");
  app.add_option("--items", arguments->items,
                 "also show so many items that improved most, and that worsened most")
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--sparse-target", arguments->sparse_target,
               "also relate each item's improvement to how far its cut votes lie from all of its votes");
  add_options(app, arguments->pairs, "What is compared");
  app.get_option("--baseline")->required();
  add_options(app, arguments->compare, "Scores and tests");
  app.footer("Example: dissent compare runs --baseline soft --metric soft_nll,ece --format markdown");
  app.callback([arguments] { run_compare(*arguments); });
}

}  // namespace dissent::cli
