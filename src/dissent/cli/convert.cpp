// `dissent convert`: any votes file as long CSV, counts or probabilities, for other tools to read on.
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dissent/cli/audit_view.h"
#include "dissent/cli/command.h"
#include "dissent/cli/container.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/export.h"
#include "dissent/votes/importer.h"

namespace dissent::cli {
namespace {

struct ConvertArguments {
  std::filesystem::path input;
  std::filesystem::path output;
  std::string to;
  bool json = false;
  ImportOptions import;
};

enum class Form { long_rows, counts, probabilities };

Form form_of(const std::string& to, Container container, const VoteTable& votes) {
  if (to.empty()) {
    if (!votes.has_counts()) return Form::probabilities;
    return container == Container::text ? Form::long_rows : Form::counts;
  }
  if (to == "counts") return Form::counts;
  if (to == "probabilities") return Form::probabilities;
  return Form::long_rows;
}

// What the written file cannot tell its reader, and how to make up for it.
struct Written {
  std::string_view form;
  std::vector<std::string> notes;
};

Written write(const VoteTable& votes, Form form, Container container, const std::filesystem::path& path) {
  const char delimiter = delimiter_of(path);
  Written written;
  if (form == Form::long_rows) {
    written.form = "long";
    const std::uint64_t without = write_long_csv(votes, path, delimiter);
    if (without > 0) {
      written.notes.push_back(
          fmt::format("{} items without votes have no row; --to counts keeps them", grouped(without)));
    }
    const std::vector<std::string>& names = votes.class_space().names;
    std::vector<bool> used(names.size());
    for (const VoteTable::Label label : votes.entry_labels()) used[label] = true;
    std::vector<std::string> seen;
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (used[k]) seen.push_back(names[k]);
    }
    const ClassSpace guessed = classes_from_labels(seen);
    if (guessed.names != names || guessed.ordered != votes.class_space().ordered) {
      written.notes.push_back(fmt::format("to keep the classes and their order, read it with --classes {}{}",
                                          join(names, ","), votes.class_space().ordered ? " --ordinal" : ""));
    }
    return written;
  }
  const bool counts = form == Form::counts;
  written.form = counts ? "counts" : "probabilities";
  switch (container) {
    case Container::text:
      (counts ? write_counts_csv : write_probabilities_csv)(votes, path, delimiter);
      if (counts) written.notes.emplace_back("to read it again, say --format counts");
      break;
    case Container::npy:
      (counts ? write_counts_npy : write_probabilities_npy)(votes, path);
      written.notes.emplace_back("the array has no item and class names; write .npz or .csv to keep them");
      break;
    case Container::npz:
      (counts ? write_counts_npz : write_probabilities_npz)(votes, path);
      break;
  }
  return written;
}

void print_json(const ImportResult& result, const Written& written, const std::filesystem::path& output) {
  const VoteTable& votes = result.votes;
  const Json json = {{"output", output.string()},
                     {"form", written.form},
                     {"items", votes.items()},
                     {"annotators", votes.has_annotators() ? Json(votes.annotators()) : Json(nullptr)},
                     {"votes", votes.has_counts() ? Json(votes.votes()) : Json(nullptr)},
                     {"classes", votes.class_space().names},
                     {"notes", written.notes},
                     {"audit", audit_json(result.audit)}};
  std::printf("%s\n", json.dump(2).c_str());
}

void convert(const ConvertArguments& arguments) {
  const Container container = container_of(arguments.output);  // before the reading, which may take long
  if (arguments.to == "long" && container != Container::text) {
    fail("{}: --to long writes text; end the name in .csv or .tsv", arguments.output.string());
  }
  const ImportResult result = import_votes(arguments.input, arguments.import);
  const Form form = form_of(arguments.to, container, result.votes);
  const Written written = write(result.votes, form, container, arguments.output);
  for (const std::string& line : audit_lines(result.audit)) fmt::print(stderr, "{}\n", line);
  for (const std::string& note : written.notes) fmt::print(stderr, "{}\n", note);
  fmt::print(stderr, "{}: {}, {} items, {} classes{}\n", arguments.output.string(), written.form,
             grouped(result.votes.items()), result.votes.classes(),
             result.votes.has_counts() ? ", " + grouped(result.votes.votes()) + " votes" : "");
  if (arguments.json) print_json(result, written, arguments.output);
}

}  // namespace

void configure_convert(CLI::App& app) {
  const auto arguments = std::make_shared<ConvertArguments>();
  app.add_option("IN", arguments->input, "votes file, in any format of `dissent formats`")->required();
  app.add_option("-o,--output", arguments->output, "file to write: .csv, .tsv, .npy, or .npz (with names)")
      ->required();
  app.add_option(
         "--to", arguments->to,
         "long (a row a vote), counts or probabilities; from the output's name where not given: text is "
         "long, arrays are counts where those are known")
      ->check(CLI::IsMember({"long", "counts", "probabilities"}));
  app.add_flag("--json", arguments->json, "print a summary as JSON on standard output");
  add_options(app, arguments->import, "How to read the votes");
  app.callback([arguments] { convert(*arguments); });
}

}  // namespace dissent::cli
