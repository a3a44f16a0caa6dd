#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent::cli {
namespace {

std::vector<CLI::App*> subcommands(CLI::App& app) {
  return app.get_subcommands([](CLI::App*) { return true; });
}

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

std::string option_name(const CLI::Option& option) {
  std::string name = option.get_positional() ? option.get_name(true, false) : option.get_name(false, true);
  for (std::size_t at = 0; (at = name.find(',', at)) != std::string::npos; at += 2) name.insert(at + 1, " ");
  const bool takes_value = !option.get_positional() && option.get_items_expected_max() > 0;
  return fmt::format("`{}{}{}`", name, takes_value ? " " : "", takes_value ? option.get_type_name() : "");
}

std::string usage(const CLI::App& app, const std::string& name) {
  std::string words = name + " [options]";
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional()) continue;
    const std::string word = option->get_name(true, false);
    words += option->get_required() ? " " + word : " [" + word + "]";
  }
  return words;
}

// Options as a table a group. Every command has --help, so that none lists it.
void print_table(const CLI::App& app) {
  std::vector<std::string> groups;
  for (const CLI::Option* option : app.get_options()) {
    if (option == app.get_help_ptr()) continue;
    const std::string& group = option->get_group();
    if (!group.empty() && std::find(groups.begin(), groups.end(), group) == groups.end())
      groups.push_back(group);
  }
  for (const std::string& group : groups) {
    fmt::print("\n| {} | default | meaning |\n| --- | --- | --- |\n", cell(group));
    for (const CLI::Option* option : app.get_options()) {
      if (option == app.get_help_ptr() || option->get_group() != group) continue;
      const std::string& value = option->get_default_str();
      fmt::print("| {} | {} | {} |\n", cell(option_name(*option)),
                 value.empty() ? "" : "`" + cell(value) + "`", cell(option->get_description()));
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
  app.callback([&app, options] { print_help(*app.get_parent(), *options); });
}

}  // namespace dissent::cli
