// `dissent aggregate`: one distribution an item, from a method of the explicit list in votes/aggregate.h.
#include "dissent/votes/aggregate.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/cli/audit_view.h"
#include "dissent/cli/command.h"
#include "dissent/cli/container.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/io/file.h"
#include "dissent/votes/export.h"
#include "dissent/votes/importer.h"

namespace dissent::cli {
namespace {

struct AggregateArguments {
  std::filesystem::path input;
  std::string method;
  std::filesystem::path output;
  std::filesystem::path confusion;
  bool json = false;
  AggregateOptions options;
  ImportOptions import;
};

void write_rows(const VoteTable& votes, const Aggregation& result, const std::filesystem::path& path) {
  NameList items;
  for (std::size_t i = 0; i < votes.items(); ++i) items.add(votes.item_name(i));
  const VoteTable table = VoteTable::from_probabilities(result.rows, std::move(items), votes.class_space());
  switch (container_of(path)) {
    case Container::text:
      return write_probabilities_csv(table, path, delimiter_of(path));
    case Container::npy:
      return write_probabilities_npy(table, path);
    case Container::npz:
      return write_probabilities_npz(table, path);
  }
}

// A row for each annotator and true class: annotator, true, then P(given label | true class) by class.
void write_confusions(const VoteTable& votes, const DawidSkene& model, const std::filesystem::path& path) {
  AtomicFile file(path);
  std::string line = "annotator,true";
  for (const std::string& name : votes.class_space().names) line += "," + csv_field(name);
  file.write(line + "\n");
  for (std::size_t a = 0; a < votes.annotators(); ++a) {
    const std::vector<double> matrix = model.confusion(a);
    for (std::size_t k = 0; k < votes.classes(); ++k) {
      line = csv_field(votes.annotator_name(a)) + "," + csv_field(votes.class_name(k));
      for (std::size_t l = 0; l < votes.classes(); ++l)
        line += "," + shortest(matrix[k * votes.classes() + l]);
      file.write(line + "\n");
    }
  }
  file.commit();
}

Json result_json(const AggregateArguments& arguments, const ImportResult& imported,
                 const Aggregation& result) {
  Json json = {{"output", arguments.output.string()},
               {"method", arguments.method},
               {"items", imported.votes.items()},
               {"classes", imported.votes.class_space().names}};
  if (arguments.method == "majority") {
    json["ties"] = result.ties;
    json["tie_rule"] = "a draw keyed by the item's index";
  }
  if (result.model) {
    json["iterations"] = result.model->iterations;
    json["converged"] = result.model->converged;
    json["log_likelihood_per_vote"] = result.model->log_likelihood;
    json["class_prior"] = result.model->prior;
    if (!arguments.confusion.empty()) json["confusion"] = arguments.confusion.string();
  }
  json["audit"] = audit_json(imported.audit);
  return json;
}

void print_result(const AggregateArguments& arguments, const ImportResult& imported,
                  const Aggregation& result) {
  for (const std::string& line : audit_lines(imported.audit)) fmt::print(stderr, "{}\n", line);
  std::string how = arguments.method;
  if (result.ties > 0) how += fmt::format(", {} ties drawn by item", grouped(result.ties));
  if (result.model) {
    how += fmt::format(", {} after {} iterations, log-likelihood {:.6f} a vote",
                       result.model->converged ? "converged" : "NOT converged (--max-iterations)",
                       result.model->iterations, result.model->log_likelihood);
  }
  fmt::print(stderr, "{}: {} items, {} classes; {}\n", arguments.output.string(),
             grouped(imported.votes.items()), imported.votes.classes(), how);
  if (!arguments.confusion.empty()) {
    fmt::print(stderr, "{}: confusion matrices of {} annotators\n", arguments.confusion.string(),
               grouped(imported.votes.annotators()));
  }
}

void aggregate(AggregateArguments& arguments) {
  const Aggregator& aggregator = find_aggregator(arguments.method);
  container_of(arguments.output);  // a name that cannot be written is told before the work
  if (!arguments.confusion.empty() && arguments.method != "dawid-skene") {
    fail("--confusion: only dawid-skene estimates the annotators' confusion matrices");
  }
  const ImportResult imported = import_votes(arguments.input, arguments.import);
  Progress progress("Dawid-Skene", static_cast<std::uint64_t>(arguments.options.dawid_skene.max_iterations));
  arguments.options.progress = [&](int iteration, double log_likelihood) {
    progress.update(static_cast<std::uint64_t>(iteration),
                    fmt::format("log-likelihood {:.6f}", log_likelihood));
  };
  const Aggregation result = aggregator.run(imported.votes, arguments.options);
  progress.finish();
  if (!arguments.confusion.empty()) write_confusions(imported.votes, *result.model, arguments.confusion);
  write_rows(imported.votes, result, arguments.output);
  if (arguments.json) {
    fmt::print("{}\n", result_json(arguments, imported, result).dump(2));
  } else {
    print_result(arguments, imported, result);
  }
}

}  // namespace

void configure_aggregate(CLI::App& app) {
  auto arguments = std::make_shared<AggregateArguments>();
  app.add_option("VOTES", arguments->input, "votes file, in any format of `dissent formats`")->required();
  std::string methods;
  for (const Aggregator& aggregator : aggregators()) {
    methods += fmt::format("{}{}: {}", methods.empty() ? "" : "; ", aggregator.name, aggregator.what);
  }
  app.add_option("--method", arguments->method, methods)->required();
  app.add_option("-o,--output", arguments->output,
                 "file to write: .csv or .tsv with `item` and a column a class, .npy, or .npz with names")
      ->required();
  app.add_flag("--json", arguments->json, "print a summary as JSON on standard output");
  app.add_option("--confusion", arguments->confusion,
                 "also write the annotators' confusion matrices, as CSV (dawid-skene)");
  add_options(app, arguments->options.dawid_skene, "Dawid-Skene");
  add_options(app, arguments->import, "How to read the votes");
  app.footer(
      "Example: dissent aggregate votes.csv --method dawid-skene -o truth.csv --confusion workers.csv");
  app.callback([arguments] { aggregate(*arguments); });
}

}  // namespace dissent::cli
