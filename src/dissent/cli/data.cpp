// `dissent data`: the known data sets, and bringing them to this machine.
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/standard_output.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/json_text.h"
#include "dissent/shapes/shapes.h"
#include "dissent/store/known_json.h"

namespace dissent::cli {
namespace {

constexpr const char* kEnvironment =
    "Data sets are kept in $DISSENT_DATA (else $XDG_CACHE_HOME/dissent, else ~/.cache/dissent).\n"
    "$DISSENT_MIRROR (http://host:port, https://host/path or file:///folder) takes the place of scheme and\n"
    "host of every URL, the rest of its path kept: for a copy of the files inside your laboratory.";

std::string size_or_dash(std::uint64_t bytes) {
  return bytes == 0 ? "-" : size_text(bytes);
}

void list_table(const Store& store) {
  fmt::print("{}\n", styled(fmt::format("{:<10}{:>7}  {:>9}  {:<8}{:<24} {}", "name", "items", "size", "here",
                                        "licence", "what"),
                            Style::bold));
  for (const KnownDataset& dataset : known_datasets()) {
    const bool here = store.has(dataset);
    fmt::print("{:<10}{:>7}  {:>9}  {}{:<24} {}\n", dataset.name,
               dataset.items == 0 ? "-" : grouped(dataset.items), size_or_dash(dataset.bytes()),
               styled(fit(here ? "yes" : "no", 8), here ? Style::green : Style::dim), dataset.licence,
               dataset.what);
  }
  fmt::print("\nKept in {}. Every file is checked by SHA-256.\n", store.root().string());
}

// Progress lines for whatever is being transferred, one label after the other.
class TransferProgress {
 public:
  void operator()(std::string_view label, std::uint64_t done, std::uint64_t total) {
    if (!progress_ || label != label_) {
      label_ = label;
      progress_.emplace(label_, total);
    }
    progress_->set_total(total);
    progress_->update(done, total > 0 ? fmt::format("{} of {}", size_or_dash(done), size_or_dash(total))
                                      : size_or_dash(done));
  }
  void clear() { progress_.reset(); }

 private:
  std::string label_;
  std::optional<Progress> progress_;
};

struct GetArguments {
  std::vector<std::string> names;
  std::string from;
  bool verify = false;
  ShapesOptions shapes;
};

std::string options_text(const ShapesOptions& options) {
  std::string text = "shapes";
  for_each_field<ShapesOptions>(
      [&](const auto& field) { text += fmt::format(" --{} {}", field.name, options.*field.member); });
  return text;
}

void get_shapes(const Store& store, const KnownDataset& dataset, const GetArguments& arguments) {
  if (!arguments.from.empty()) fail("shapes is generated, not copied; leave --from out");
  const bool made = store.generate(dataset, options_text(arguments.shapes),
                                   [&](const auto& folder) { write_shapes(arguments.shapes, folder); });
  fmt::print("{:<28}{}\n", "shapes", made ? "generated" : "already there (same options)");
}

void get_files(const Store& store, const KnownDataset& dataset, const GetArguments& arguments) {
  auto progress = std::make_shared<TransferProgress>();
  GetOptions options;
  options.from = arguments.from;
  options.verify = arguments.verify;
  if (const char* mirror = std::getenv("DISSENT_MIRROR")) options.mirror = mirror;
  options.progress = [progress](std::string_view label, std::uint64_t done, std::uint64_t total) {
    (*progress)(label, done, total);
  };
  options.on_note = [progress](const std::string& note) {
    progress->clear();
    fmt::print(stderr, "{}\n", note);
  };
  options.on_reason = [progress](const std::string& reason) {
    progress->clear();
    fmt::print(stderr, "{}\n", printable(reason));
  };
  options.on_file = [progress](const FileReport& file) {
    progress->clear();
    const std::string from = file.from.empty() ? " (verified)" : " from " + file.from;
    const std::string note = file.note.empty() ? "" : ": " + file.note;
    fmt::print("{:<28}{}{}, {}{}\n", file.name, file.how, from, size_or_dash(file.bytes), note);
    flush_standard_output();
  };
  store.get(dataset, options);
}

void get(CLI::App& app, const GetArguments& arguments) {
  std::vector<const KnownDataset*> datasets;
  bool shapes = false;
  for (const std::string& name : arguments.names) {
    datasets.push_back(&known_dataset(name));
    shapes = shapes || datasets.back()->generated();
  }
  for_each_field<ShapesOptions>([&](const auto& field) {
    const std::string option = "--" + std::string(field.name);
    if (!shapes && app.count(option) > 0) {
      fail("{} is an option of the generated data set; use it with `dissent data get shapes`", option);
    }
  });
  const Store store;
  for (const KnownDataset* dataset : datasets) {
    if (dataset->generated()) {
      get_shapes(store, *dataset, arguments);
    } else {
      get_files(store, *dataset, arguments);
    }
    fmt::print("{} is in {}\n", dataset->name, store.folder(*dataset).string());
  }
}

}  // namespace

void configure_data(CLI::App& app) {
  app.require_subcommand(1);
  app.footer(kEnvironment);

  CLI::App* list_command = app.add_subcommand("list", "the known data sets and whether they are here");
  auto json = std::make_shared<bool>(false);
  list_command->add_flag("--json", *json, "as JSON, with every file, its digests and its sources");
  list_command->callback([json] {
    if (*json) {
      fmt::print("{}\n", json_text(known_datasets_json(Store()), 2));
    } else {
      list_table(Store());
    }
  });

  CLI::App* get_command = app.add_subcommand("get", "bring data sets to this machine; what is here is kept");
  auto arguments = std::make_shared<GetArguments>();
  get_command->add_option("name", arguments->names, "data sets of `dissent data list`")->required();
  get_command->add_option("--from", arguments->from,
                          "take local copies from this folder (and two levels of folders in it), no network");
  get_command->add_flag("--verify", arguments->verify, "hash the files that are here again");
  add_options(*get_command, arguments->shapes, "Options of the generated data set `shapes`");
  get_command->footer(kEnvironment);
  get_command->callback([get_command, arguments] { get(*get_command, *arguments); });

  CLI::App* path_command = app.add_subcommand("path", "print the folder of a data set that is here");
  auto name = std::make_shared<std::string>();
  path_command->add_option("name", *name, "a data set of `dissent data list`")->required();
  path_command->callback([name] { fmt::print("{}\n", Store().path(known_dataset(*name)).string()); });
}

}  // namespace dissent::cli
