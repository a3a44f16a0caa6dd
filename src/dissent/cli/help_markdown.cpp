#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/help_pages.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent::cli {
namespace {

// A cell of a Markdown table: no bar, no line end, nothing that reads as HTML.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') {
      out += "\\|";
    } else if (c == '\n') {
      out += ' ';
    } else if (c == '<') {
      out += "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string option_cell(const OptionText& option) {
  return fmt::format("`{}{}{}`", join(option.names, ", "), option.value.empty() ? "" : " ", option.value);
}

// Options as a table a group.
void print_table(const CLI::App& app) {
  for (const OptionGroup& group : option_groups(app)) {
    fmt::print("\n| {} | default | meaning |\n| --- | --- | --- |\n", cell(group.name));
    for (const OptionText& option : group.options) {
      const std::string& value = option.default_value;
      fmt::print("| {} | {} | {} |\n", cell(option_cell(option)),
                 value.empty() ? "" : "`" + cell(value) + "`", cell(option.help));
    }
  }
}

void print_markdown(CLI::App& app, const std::string& name) {
  const std::vector<CLI::App*> below = subcommands(app);
  fmt::print("\n## {}\n{}\n", name, app.get_description());
  if (below.empty()) fmt::print("\n    {}\n", usage(app, name));
  print_table(app);
  for (CLI::App* sub : below) print_markdown(*sub, name + " " + sub->get_name());
}

struct HelpOptions {
  std::vector<std::string> words;
  bool markdown = false;
  std::filesystem::path man;
  std::string completion;
};

void print_help(CLI::App& root, const HelpOptions& options) {
  if (options.markdown) {
    fmt::print("# Commands and options\n");
    fmt::print(
        "Made by `dissent help --markdown`; a test checks that it is up to date. `--help` after any of them "
        "explains it.\n");
    for (CLI::App* sub : subcommands(root)) print_markdown(*sub, "dissent " + sub->get_name());
    return;
  }
  if (!options.man.empty()) return write_man_pages(root, options.man);
  if (!options.completion.empty()) {
    fmt::print("{}", completion_script(root, options.completion));
    return;
  }
  CLI::App* app = &root;
  std::string name = "dissent";
  for (const std::string& word : options.words) {
    std::vector<std::string_view> names;
    CLI::App* next = nullptr;
    const std::vector<CLI::App*> below = subcommands(*app);
    for (CLI::App* sub : below) {
      names.push_back(sub->get_name());
      if (sub->get_name() == word) next = sub;
    }
    if (next == nullptr) fail("help: {}", unknown_name("command", word, names));
    app = next;
    name += " " + word;
  }
  // Not App::help: it would turn to the command that is running, which is this one.
  fmt::print("{}", app->get_formatter()->make_help(app, name, CLI::AppFormatMode::Normal));
}

}  // namespace

void configure_help(CLI::App& app) {
  auto options = std::make_shared<HelpOptions>();
  app.add_option("command", options->words,
                 "the command to explain; all of them in short where none is given");
  app.add_flag("--markdown", options->markdown, "every command and option, as docs/options.md holds them");
  app.add_option("--man", options->man, "writes every command's manual page into this folder")
      ->type_name("DIR");
  app.add_option("--completion", options->completion,
                 "prints a script that completes the command line: bash, zsh or fish")
      ->type_name("SHELL");
  app.callback([&app, options] { print_help(*app.get_parent(), *options); });
}

}  // namespace dissent::cli
