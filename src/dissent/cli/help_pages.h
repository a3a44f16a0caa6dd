// What the parser knows of the commands, for the forms that their description is written in: Markdown, manual
// pages, completion of shells.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace dissent::cli {

struct OptionText {
  std::vector<std::string> names;  // "--format", "-h"; of a positional argument "votes"
  std::string value;               // what follows it: "TEXT"; empty for flags and positional arguments
  std::string default_value;       // empty: none
  std::string help;
  bool positional = false;
};
struct OptionGroup {
  std::string name;
  std::vector<OptionText> options;
};

std::vector<CLI::App*> subcommands(CLI::App& app);
// The options of a command by group, in their order. --help, which every command has, is left out.
std::vector<OptionGroup> option_groups(const CLI::App& app);
// "dissent inspect [options] votes".
std::string usage(const CLI::App& app, const std::string& name);

// dissent.1 and one page a command (dissent-inspect.1), in the folder, which is made where it is missing.
void write_man_pages(CLI::App& root, const std::filesystem::path& folder);
// A script that completes the command line in a shell: bash, zsh or fish. Another shell is an error.
std::string completion_script(CLI::App& root, const std::string& shell);

}  // namespace dissent::cli
