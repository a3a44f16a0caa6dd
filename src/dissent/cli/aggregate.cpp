// `dissent aggregate`: one distribution an item, by a method of the list in votes/aggregate.h.
#include "dissent/votes/aggregate.h"

#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/error.h"
#include "dissent/present/views/audit_view.h"
#include "dissent/votes/aggregation_json.h"
#include "dissent/votes/container.h"
#include "dissent/votes/importer.h"

namespace dissent::cli {
namespace {

struct AggregateArguments {
  std::filesystem::path input;
  AggregationFiles output;
  bool json = false;
  AggregateOptions options;
  ImportOptions import;
};

void print_result(const Aggregation& result, const ImportResult& imported, const AggregationFiles& files) {
  for (const std::string& line : audit_lines(imported.audit)) fmt::print(stderr, "{}\n", line);
  std::string how = result.method;
  if (result.ties && *result.ties > 0) how += fmt::format(", {} ties drawn by item", grouped(*result.ties));
  if (result.model) {
    how += fmt::format(", {} after {} iterations, log-likelihood {:.6f} a vote",
                       result.model->converged ? "converged" : "NOT converged (--max-iterations)",
                       result.model->iterations, result.model->log_likelihood);
  }
  fmt::print(stderr, "{}: {} items, {} classes; {}\n", files.rows.string(), grouped(imported.votes.items()),
             imported.votes.classes(), how);
  if (!files.confusions.empty()) {
    fmt::print(stderr, "{}: confusion matrices of {} annotators\n", files.confusions.string(),
               grouped(imported.votes.annotators()));
  }
}

void run_aggregate(const AggregateArguments& arguments) {
  const AggregationFiles& files = arguments.output;
  const AggregatorEntry& aggregator = find_aggregator(arguments.options.method);
  container_of(files.rows);  // throws for a name that cannot be written, before the work
  if (!files.confusions.empty() && !aggregator.estimates_confusion) {
    fail("--confusion: only {} estimates the annotators' confusion matrices",
         listed(
             entry_names(aggregators(), [](const AggregatorEntry& one) { return one.estimates_confusion; })));
  }
  const ImportResult imported = import_votes(arguments.input, arguments.import);
  ProgressMonitor monitor;
  const Aggregation result = aggregate(imported.votes, arguments.options, monitor);
  if (!files.confusions.empty()) write_confusions(imported.votes, *result.model, files.confusions);
  write_aggregation(imported.votes, result, files.rows);
  if (arguments.json) {
    fmt::print("{}\n", aggregation_json(result, imported, files).dump(2));
  } else {
    print_result(result, imported, files);
  }
}

}  // namespace

void configure_aggregate(CLI::App& app) {
  auto arguments = std::make_shared<AggregateArguments>();
  app.add_option("VOTES", arguments->input, "votes file, in any format of `dissent formats`")->required();
  app.add_option("--method", arguments->options.method, explained(aggregators()))->required();
  app.add_option("-o,--output", arguments->output.rows,
                 "file to write: .csv or .tsv with `item` and a column a class, .npy, or .npz with names")
      ->required();
  app.add_flag("--json", arguments->json, "print a summary as JSON on standard output");
  app.add_option("--confusion", arguments->output.confusions,
                 "also write the annotators' confusion matrices, as CSV (dawid-skene)");
  add_options(app, arguments->options.dawid_skene, "Dawid-Skene");
  add_options(app, arguments->import, "How to read the votes");
  app.footer(
      "Example: dissent aggregate votes.csv --method dawid-skene -o truth.csv --confusion workers.csv");
  app.callback([arguments] { run_aggregate(*arguments); });
}

}  // namespace dissent::cli
