// `dissent aggregate`: one distribution or one label an item, by a method of the list in votes/aggregate.h.
#include "dissent/votes/aggregate.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/file_arguments.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/error.h"
#include "dissent/evaluate/gold_check.h"
#include "dissent/evaluate/gold_check_json.h"
#include "dissent/io/json_text.h"
#include "dissent/io/output_target.h"
#include "dissent/present/views/audit_view.h"
#include "dissent/votes/aggregation_json.h"
#include "dissent/votes/importer.h"

namespace dissent::cli {
namespace {

struct AggregateArguments {
  std::filesystem::path input;
  AggregationFiles output;
  WriteAggregationOptions write;
  CsvTexts texts = CsvTexts::safe;  // of the files about annotators
  bool json = false;
  AggregateOptions options;
  GoldSource gold;
  ImportOptions import;
};

std::string name_of_output(const std::filesystem::path& path) {
  return is_standard_output(path) ? "standard output" : path.string();
}

std::string how_it_ended(const ModelFit& fit) {
  std::string text = fmt::format(", {} after {} iterations, {} {:.6f} a vote",
                                 fit.converged ? "converged" : "NOT converged (--max-iterations)",
                                 fit.iterations, name_of(fit.objective), fit.value);
  if (fit.restarts > 1) text += fmt::format(", the best of {} starts", fit.restarts);
  return text;
}

void print_share(std::string_view what, const GoldShare& share, std::uint64_t items) {
  fmt::print(stderr, "  {:<12} {:.4f} right ({} of {}), 95 % interval {:.4f} to {:.4f}\n", what,
             share.accuracy, grouped(share.right), grouped(items), share.interval.low, share.interval.high);
}

void print_result(const Aggregation& result, const ImportResult& imported, const AggregateArguments& told,
                  const std::optional<GoldCheck>& gold) {
  const AggregationFiles& files = told.output;
  for (const std::string& line : audit_lines(imported.audit)) fmt::print(stderr, "{}\n", line);
  std::string how = result.method;
  if (result.ties && *result.ties > 0) how += fmt::format(", {} ties drawn by item", grouped(*result.ties));
  if (result.fit) how += how_it_ended(*result.fit);
  fmt::print(stderr, "{}: {} items, {} classes; {}\n", name_of_output(files.rows),
             grouped(imported.votes.items()), imported.votes.classes(), how);
  if (!result.ties && told.write.form == AggregationForm::labels) {
    const std::uint64_t ties = aggregated_labels(imported.votes, result).ties;
    if (ties > 0) fmt::print(stderr, "{} labels tied, drawn by item\n", grouped(ties));
  }
  if (!files.confusions.empty()) {
    fmt::print(stderr, "{}: confusion matrices of {} annotators\n", files.confusions.string(),
               grouped(imported.votes.annotators()));
  }
  if (!files.reliability.empty()) {
    fmt::print(stderr, "{}: reliability of {} annotators ({})\n", files.reliability.string(),
               grouped(imported.votes.annotators()), find_aggregator(result.method).reliability);
  }
  if (!gold) return;
  fmt::print(stderr, "against the {} gold labels of {}:\n", grouped(gold->items), gold->from);
  for (const std::string& remark : gold->remarks) fmt::print(stderr, "  {}\n", printable(remark));
  print_share(result.method, gold->method, gold->items);
  if (!result.ties) print_share("majority", gold->majority, gold->items);
}

void check_arguments(const AggregateArguments& arguments) {
  const AggregationFiles& files = arguments.output;
  const AggregatorEntry& aggregator = find_aggregator(arguments.options.method);
  check_aggregation_output(files.rows, arguments.write);
  check_source(arguments.gold);
  if (!files.confusions.empty() && !aggregator.estimates_confusion) {
    fail("--confusion: only {} estimates the annotators' confusion matrices",
         listed(
             entry_names(aggregators(), [](const AggregatorEntry& one) { return one.estimates_confusion; })));
  }
  if (!files.reliability.empty() && aggregator.reliability.empty()) {
    fail("--reliability: only {} estimate one number an annotator",
         listed(entry_names(aggregators(),
                            [](const AggregatorEntry& one) { return !one.reliability.empty(); })));
  }
  int on_standard_output = arguments.json ? 1 : 0;
  for (const std::filesystem::path* path : {&files.rows, &files.confusions, &files.reliability})
    on_standard_output += is_standard_output(*path);
  if (on_standard_output > 1)
    fail("standard output takes one thing: name files for the others (or no --json)");
  check_files(std::array<std::filesystem::path, 2>{arguments.input, arguments.gold.gold},
              std::array{files.rows, files.confusions, files.reliability});
}

void run_aggregate(const AggregateArguments& arguments) {
  const AggregationFiles& files = arguments.output;
  check_arguments(arguments);  // before the work
  const ImportResult imported = import_votes(arguments.input, arguments.import);
  const GoldLabels known = read_gold_labels(arguments.gold, imported);
  ProgressMonitor monitor;
  const Aggregation result = aggregate(imported.votes, arguments.options, monitor);
  std::vector<std::string> warnings = aggregation_warnings(imported.votes, result);
  std::optional<GoldCheck> gold;
  if (!known.labels.empty()) gold = check_against_gold(imported.votes, result, known);
  if (!files.confusions.empty())
    write_confusions(imported.votes, *result.model, files.confusions, arguments.texts);
  if (!files.reliability.empty())
    write_reliability(imported.votes, result, files.reliability, arguments.texts);
  write_aggregation(imported.votes, result, files.rows, arguments.write);
  if (arguments.json) {
    Json json = aggregation_json(result, imported, files, arguments.write.form, warnings);
    if (gold) add_gold_json(*gold, json);
    fmt::print("{}\n", json_text(json, 2));
    return;
  }
  print_result(result, imported, arguments, gold);
  if (gold) warnings.insert(warnings.end(), gold->warnings.begin(), gold->warnings.end());
  for (const std::string& warning : warnings) fmt::print(stderr, "warning: {}\n", printable(warning));
}

}  // namespace

void configure_aggregate(CLI::App& app) {
  auto arguments = std::make_shared<AggregateArguments>();
  app.add_option("VOTES", arguments->input, "votes file, in any format of `dissent formats`")->required();
  app.add_option("--method", arguments->options.method, explained(aggregators()))->required();
  app.add_option("-o,--output", arguments->output.rows,
                 "file to write: .csv, .tsv, .json or .jsonl, .npy, or .npz with names; - is standard output")
      ->required();
  add_options(app, arguments->write, "Options");
  app.add_flag("--json", arguments->json, "print a summary as JSON on standard output");
  app.add_option("--confusion", arguments->output.confusions,
                 "also write the annotators' confusion matrices, as CSV (dawid-skene)");
  app.add_option("--reliability", arguments->output.reliability,
                 fmt::format("also write one number an annotator, as CSV ({})",
                             listed(entry_names(aggregators(), [](const AggregatorEntry& one) {
                               return !one.reliability.empty();
                             }))));
  add_raw_csv(app, arguments->texts);
  add_options(app, arguments->gold, "Options");
  add_options(app, arguments->options.dawid_skene, "Models of annotators");
  add_options(app, arguments->options.mace, "MACE");
  add_options(app, arguments->options.glad, "GLAD");
  add_options(app, arguments->gold.options, "How to read the gold labels");
  add_options(app, arguments->import, "How to read the votes");
  app.footer(
      "Example: dissent aggregate votes.csv --method dawid-skene -o truth.csv --confusion workers.csv\n"
      "         dissent aggregate votes.csv --method mace --form labels -o - --gold gold.csv");
  app.callback([arguments] { run_aggregate(*arguments); });
}

}  // namespace dissent::cli
