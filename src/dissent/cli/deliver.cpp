// `dissent deliver`: the targets of a delivery as one array, for anyone's own training loop.
#include "dissent/delivery/deliver.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dissent/cli/command.h"
#include "dissent/cli/file_arguments.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/delivery/targets_json.h"
#include "dissent/io/json_text.h"
#include "dissent/present/views/audit_view.h"
#include "dissent/votes/importer.h"

namespace dissent::cli {
namespace {

struct DeliverArguments {
  std::filesystem::path input;
  std::filesystem::path output;
  std::string epochs;
  std::string dtype;
  bool json = false;
  DeliverOptions options;
  ImportOptions import;
};

void print_result(const DeliveredTargets& targets, const ImportResult& imported,
                  const std::filesystem::path& output, std::string_view dtype) {
  for (const std::string& line : audit_lines(imported.audit)) fmt::print(stderr, "{}\n", line);
  const DeliverOptions& options = targets.options();
  std::string how = fmt::format("{}, seed {}", options.method, options.seed);
  if (options.cut.votes_per_item > 0) {
    how += fmt::format(", {} votes an item ({})", options.cut.votes_per_item, name_of(options.cut.cut));
  }
  for (const DeliveryFact& fact : targets.facts()) {
    how += fact.name == "ties" ? fmt::format(", {} ties drawn by item", fact.value)
                               : fmt::format(", {} {:.6g}", fact.name, fact.value);
  }
  constexpr std::size_t kShown = 20;
  std::vector<std::string> classes = imported.votes.class_space().names;
  const std::string rest = classes.size() > kShown ? fmt::format(", ... ({})", classes.size()) : "";
  classes.resize(std::min(kShown, classes.size()));
  fmt::print(stderr, "classes from 0: {}{}\n", printable(join(classes, ", ")), rest);
  fmt::print(stderr, "{}: {} [{}]; {}\n", output.string(), dtype, fmt::join(targets.shape(), ", "), how);
}

void run_deliver(DeliverArguments& arguments) {
  check_deliver_options(arguments.options);  // before the reading, which may take long
  check_targets_path(arguments.output);
  check_files(std::array{arguments.input}, std::array{arguments.output});
  arguments.options.epochs = parse_range(arguments.epochs, "--epochs");
  const ImportResult imported = import_votes(arguments.input, arguments.import);
  const DeliveredTargets targets = deliver(imported.votes, arguments.options);
  if (!targets.hard() && !arguments.dtype.empty()) {
    fail("--dtype {}: {} delivers rows of float32, not labels", arguments.dtype, arguments.options.method);
  }
  const LabelType labels =
      arguments.dtype.empty() ? LabelType::int32 : choice_of<LabelType>("dtype", arguments.dtype);
  const std::string_view dtype = targets.hard() ? name_of(labels) : "float32";
  ProgressMonitor monitor;
  write_targets(targets, arguments.output, labels, monitor);
  if (arguments.json) {
    fmt::print("{}\n", json_text(targets_json(targets, imported, arguments.output, dtype), 2));
  } else {
    print_result(targets, imported, arguments.output, dtype);
  }
}

}  // namespace

void configure_deliver(CLI::App& app) {
  const auto arguments = std::make_shared<DeliverArguments>();
  app.add_option("VOTES", arguments->input, "votes file, in any format of `dissent formats`")->required();
  std::string methods;
  for (const DeliveryEntry& method : deliveries()) {
    if (method.mixes_batches) continue;
    methods += fmt::format("{}{}: {}", methods.empty() ? "" : "; ", method.name, method.help);
  }
  app.add_option("--method", arguments->options.method, methods)->required();
  add_number(app, "--seed", arguments->options.seed, from_up(0), "decides every draw");
  app.add_option("--epochs", arguments->epochs,
                 "A..B: epochs A to B, both included, counted from 0; one number: that epoch alone")
      ->required();
  app.add_option("-o,--output", arguments->output,
                 "file to write, .npy: labels [epochs, items], or rows [epochs, items, classes] of float32")
      ->required();
  app.add_option("--dtype", arguments->dtype, "of labels: int32 where not given, or int64")
      ->check(CLI::IsMember({"int32", "int64"}));
  app.add_flag("--json", arguments->json, "print a summary as JSON on standard output");
  add_options(app, arguments->options.delivery, "Delivery");
  add_options(app, arguments->options.cut, "Fewer votes");
  add_options(app, arguments->import, "How to read the votes");
  app.footer("Example: dissent deliver votes.csv --method sls --seed 1 --epochs 0..199 -o labels.npy");
  app.callback([arguments] { run_deliver(*arguments); });
}

}  // namespace dissent::cli
