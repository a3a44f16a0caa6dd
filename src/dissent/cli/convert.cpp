// `dissent convert`: any votes file in a form that other tools read.
#include "dissent/votes/convert.h"

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dissent/cli/command.h"
#include "dissent/cli/file_arguments.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/json_text.h"
#include "dissent/io/output_target.h"
#include "dissent/present/views/audit_view.h"
#include "dissent/votes/conversion_json.h"
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

// What the written file cannot tell its reader, and how to make up for it.
std::vector<std::string> notes_on(const Conversion& conversion, const VoteTable& votes) {
  const ClassSpace& classes = votes.class_space();
  std::vector<std::string> notes;
  if (conversion.items_without_row > 0) {
    notes.push_back(fmt::format("{} items without votes have no row; --to counts keeps them",
                                grouped(conversion.items_without_row)));
  }
  if (conversion.loses_classes) {
    notes.push_back(fmt::format("to keep the classes and their order, read it with --classes {}{}",
                                join(classes.names, ","), classes.ordered ? " --ordinal" : ""));
  }
  if (conversion.needs_format)
    notes.push_back(fmt::format("to read it again, say --format {}", name_of(conversion.form)));
  if (conversion.needs_annotators) {
    std::vector<std::string_view> names;
    for (std::size_t a = 0; a < votes.annotators(); ++a) names.push_back(votes.annotator_name(a));
    notes.push_back(
        fmt::format("some columns are named like annotators and some are not; to read all of them, say "
                    "--annotator-column {}",
                    in_quotes(join(names, ","), 400)));
  }
  if (conversion.lacks_texts) {
    notes.emplace_back("the votes do not know the items' texts: the records have no 'text'");
  }
  if (conversion.loses_names) {
    notes.emplace_back("the array has no item and class names; write .npz or .csv to keep them");
  }
  return notes;
}

void run_convert(const ConvertArguments& arguments) {
  ConvertOptions options;
  if (!arguments.to.empty()) options.form = choice_of<VoteForm>("to", arguments.to);
  check_conversion(arguments.output, options);  // before the reading, which may take long
  if (arguments.json && is_standard_output(arguments.output))
    fail("standard output takes one thing: name a file for the votes, or leave --json away");
  check_files(std::array{arguments.input}, std::array{arguments.output});
  const ImportResult imported = import_votes(arguments.input, arguments.import);
  const VoteTable& votes = imported.votes;
  const Conversion conversion = convert(votes, arguments.output, options);
  const std::vector<std::string> notes = notes_on(conversion, votes);
  for (const std::string& line : audit_lines(imported.audit)) fmt::print(stderr, "{}\n", line);
  for (const std::string& note : notes) fmt::print(stderr, "{}\n", printable(note));
  fmt::print(stderr, "{}: {}, {} items, {} classes{}\n",
             is_standard_output(arguments.output) ? "standard output" : arguments.output.string(),
             name_of(conversion.form), grouped(votes.items()), votes.classes(),
             votes.has_counts() ? ", " + grouped(votes.votes()) + " votes" : "");
  if (arguments.json) {
    fmt::print("{}\n", json_text(conversion_json(conversion, imported, arguments.output, notes), 2));
  }
}

}  // namespace

void configure_convert(CLI::App& app) {
  const auto arguments = std::make_shared<ConvertArguments>();
  app.add_option("IN", arguments->input, "votes file, in any format of `dissent formats`")->required();
  app.add_option("-o,--output", arguments->output,
                 "file to write: .csv, .tsv, .npy, .npz (with names) or .json; - is standard output, as text")
      ->required();
  app.add_option(
         "--to", arguments->to,
         "long (a row a vote), counts, probabilities, wide (a column an annotator, as cleanlab has it), "
         "crowdkit (task, worker, label) or lewidi (the JSON of Learning with Disagreements 2023, without "
         "texts); from the output's name where not given: text is long, arrays are counts where those are "
         "known")
      ->check(CLI::IsMember(names_of<VoteForm>()));
  app.add_flag("--json", arguments->json, "print a summary as JSON on standard output");
  add_options(app, arguments->import, "How to read the votes");
  app.callback([arguments] { run_convert(*arguments); });
}

}  // namespace dissent::cli
