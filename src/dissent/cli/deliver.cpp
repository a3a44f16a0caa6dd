// `dissent deliver`: the targets of a delivery as one array, for anyone's own training loop.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dissent/cli/audit_view.h"
#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/error.h"
#include "dissent/core/ranges.h"
#include "dissent/core/text.h"
#include "dissent/delivery/cut.h"
#include "dissent/delivery/delivery.h"
#include "dissent/io/npy.h"
#include "dissent/votes/importer.h"

namespace dissent::cli {
namespace {

struct DeliverArguments {
  std::filesystem::path input;
  std::string method;
  std::uint64_t seed = 0;
  std::string epochs;
  std::filesystem::path output;
  std::string dtype;
  bool json = false;
  DeliveryOptions delivery;
  CutOptions cut;
  ImportOptions import;
};

// What can be told before the votes are read, which may take long.
void check_arguments(const DeliverArguments& arguments) {
  const DeliveryMethod& method = delivery_method(arguments.method);
  if (method.mixes_batches) {
    fail(
        "--method {}: it mixes pairs of a training batch, inputs and targets alike, which only the training "
        "loop can do; its targets before mixing are those of majority",
        method.name);
  }
  check_delivery_options(method, arguments.delivery);
  check_cut_options(arguments.cut);
  if (to_lower(arguments.output.extension().string()) != ".npy") {
    fail("{}: the targets are written as a NumPy array; end the name in .npy", arguments.output.string());
  }
}

struct Targets {
  const Delivery& delivery;
  Range epochs;
  std::size_t items;
  std::vector<std::size_t> shape;  // [epochs, items] or [epochs, items, classes]
};

// Writes every epoch in blocks of items, so that memory does not grow with the epochs or the classes.
// fill(epoch, begin, cells) computes those of the items from position `begin` on.
template <class Cell, class Fill>
void write_targets(const Targets& targets, const std::filesystem::path& path, const Fill& fill) {
  NpyWriter writer = npy_writer<Cell>(path, targets.shape);
  const std::size_t width = targets.shape.size() == 3 ? targets.shape[2] : 1;
  const std::size_t block = std::clamp<std::size_t>((std::size_t{1} << 23) / width, 1, targets.items);
  std::vector<Cell> cells(block * width);
  Progress progress("delivering", targets.epochs.size());
  for (std::uint64_t e = 0; e < targets.epochs.size(); ++e) {
    for (std::size_t begin = 0; begin < targets.items; begin += block) {
      const std::span<Cell> part = std::span(cells).first(std::min(block, targets.items - begin) * width);
      fill(targets.epochs.first + e, begin, part);
      writer.append(std::span<const Cell>(part));
    }
    progress.update(e + 1);
  }
  writer.commit();
}

void write_labels(const Targets& targets, const std::filesystem::path& path, bool wide) {
  if (!wide) {
    return write_targets<std::int32_t>(
        targets, path, [&](std::uint64_t epoch, std::size_t begin, std::span<std::int32_t> labels) {
          epoch_labels(targets.delivery, epoch, labels, begin);
        });
  }
  std::vector<std::int32_t> narrow;
  write_targets<std::int64_t>(targets, path,
                              [&](std::uint64_t epoch, std::size_t begin, std::span<std::int64_t> labels) {
                                narrow.resize(labels.size());
                                epoch_labels(targets.delivery, epoch, narrow, begin);
                                std::copy(narrow.begin(), narrow.end(), labels.begin());
                              });
}

void write_rows(const Targets& targets, const std::filesystem::path& path) {
  write_targets<float>(targets, path, [&](std::uint64_t epoch, std::size_t begin, std::span<float> rows) {
    epoch_rows(targets.delivery, epoch, targets.shape[2], rows, begin);
  });
}

void print_summary(const DeliverArguments& arguments, const ImportResult& imported, const Targets& targets,
                   std::string_view dtype) {
  const std::vector<std::string>& classes = imported.votes.class_space().names;
  const std::vector<DeliveryFact> facts = targets.delivery.facts();
  if (arguments.json) {
    Json json = {{"output", arguments.output.string()},
                 {"method", arguments.method},
                 {"seed", arguments.seed},
                 {"epochs", {targets.epochs.first, targets.epochs.last}},
                 {"dtype", dtype},
                 {"shape", targets.shape},
                 {"classes", classes},
                 {"votes_per_item", arguments.cut.votes_per_item}};
    if (arguments.cut.votes_per_item > 0) json["cut"] = arguments.cut.cut;
    for (const DeliveryFact& fact : facts) {
      json[std::string(fact.name)] = fact.value;
      if (fact.name == "ties") json["tie_rule"] = "a draw keyed by the item's index";
    }
    json["audit"] = audit_json(imported.audit);
    fmt::print("{}\n", json.dump(2));
    return;
  }
  for (const std::string& line : audit_lines(imported.audit)) fmt::print(stderr, "{}\n", line);
  std::string how = fmt::format("{}, seed {}", arguments.method, arguments.seed);
  if (arguments.cut.votes_per_item > 0) {
    how += fmt::format(", {} votes an item ({})", arguments.cut.votes_per_item, arguments.cut.cut);
  }
  for (const DeliveryFact& fact : facts) {
    how += fact.name == "ties" ? fmt::format(", {} ties drawn by item", fact.value)
                               : fmt::format(", {} {:.6g}", fact.name, fact.value);
  }
  const std::vector<std::string> few(
      classes.begin(),
      classes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(20, classes.size())));
  fmt::print(stderr, "classes from 0: {}{}\n", join(few, ", "),
             few.size() < classes.size() ? fmt::format(", ... ({})", classes.size()) : "");
  fmt::print(stderr, "{}: {} [{}]; {}\n", arguments.output.string(), dtype, fmt::join(targets.shape, ", "),
             how);
}

void deliver(const DeliverArguments& arguments) {
  check_arguments(arguments);
  const Range epochs = parse_range(arguments.epochs, "--epochs");
  const ImportResult imported = import_votes(arguments.input, arguments.import);
  std::optional<VoteTable> cut;
  if (arguments.cut.votes_per_item > 0) cut = cut_votes(imported.votes, arguments.cut, arguments.seed);
  const VoteTable& votes = cut ? *cut : imported.votes;
  const auto delivery =
      make_delivery(arguments.method, DeliverySource{votes, {}, arguments.seed, arguments.delivery});
  Targets targets{*delivery, epochs, votes.items(), {epochs.size(), votes.items()}};
  if (!delivery->hard()) targets.shape.push_back(votes.classes());
  const std::uint64_t most = std::numeric_limits<std::int64_t>::max() / (8 * votes.items() * votes.classes());
  if (epochs.size() > most) fail("--epochs {}: more epochs than a file holds", in_quotes(arguments.epochs));
  if (!delivery->hard() && !arguments.dtype.empty()) {
    fail("--dtype {}: {} delivers rows of float32, not labels", arguments.dtype, arguments.method);
  }
  const std::string dtype = !delivery->hard()         ? "float32"
                            : arguments.dtype.empty() ? "int32"
                                                      : arguments.dtype;
  if (delivery->hard()) {
    write_labels(targets, arguments.output, dtype == "int64");
  } else {
    write_rows(targets, arguments.output);
  }
  print_summary(arguments, imported, targets, dtype);
}

}  // namespace

void configure_deliver(CLI::App& app) {
  const auto arguments = std::make_shared<DeliverArguments>();
  app.add_option("VOTES", arguments->input, "votes file, in any format of `dissent formats`")->required();
  std::string methods;
  for (const DeliveryMethod& method : delivery_methods()) {
    if (method.mixes_batches) continue;
    methods += fmt::format("{}{}: {}", methods.empty() ? "" : "; ", method.name, method.what);
  }
  app.add_option("--method", arguments->method, methods)->required();
  app.add_option("--seed", arguments->seed, "decides every draw")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app.add_option("--epochs", arguments->epochs,
                 "A..B: epochs A to B, both included, counted from 0; one number: that epoch alone")
      ->required();
  app.add_option("-o,--output", arguments->output,
                 "file to write, .npy: labels [epochs, items], or rows [epochs, items, classes] of float32")
      ->required();
  app.add_option("--dtype", arguments->dtype, "of labels: int32 where not given, or int64")
      ->check(CLI::IsMember({"int32", "int64"}));
  app.add_flag("--json", arguments->json, "print a summary as JSON on standard output");
  add_options(app, arguments->delivery, "Delivery");
  add_options(app, arguments->cut, "Fewer votes");
  add_options(app, arguments->import, "How to read the votes");
  app.footer("Example: dissent deliver votes.csv --method sls --seed 1 --epochs 0..199 -o labels.npy");
  app.callback([arguments] { deliver(*arguments); });
}

}  // namespace dissent::cli
