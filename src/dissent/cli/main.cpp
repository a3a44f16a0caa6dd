// The program `dissent`: parses the command line, runs one command, and turns every failure into one clear
// line.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/standard_output.h"
#include "dissent/cli/terminal.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/core/version.h"
#include "dissent/io/mapping_guard.h"
#include "dissent/io/temporary.h"

namespace dissent::cli {
namespace {

constexpr int kBadInput = 2;  // exit status for anything the user can mend

int complain(std::string_view message) {
  say(message);
  return kBadInput;
}

// The complaint about a word that stands where a command is wanted and is none; empty where there is no such
// word.
std::string unknown_command(CLI::App& app, int argc, char** argv) {
  CLI::App* at = &app;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.starts_with('-')) continue;
    const auto subcommands = at->get_subcommands([](CLI::App*) { return true; });
    if (subcommands.empty()) break;
    std::vector<std::string> names;
    for (const CLI::App* sub : subcommands) names.push_back(sub->get_name());
    const auto known = std::find(names.begin(), names.end(), word);
    if (known == names.end()) {
      const std::vector<std::string_view> candidates(names.begin(), names.end());
      return unknown_name(at == &app ? "command" : at->get_name() + " command", word, candidates);
    }
    at = subcommands[static_cast<std::size_t>(known - names.begin())];
  }
  return {};
}

int run(int argc, char** argv) {
  CLI::App app(
      "dissent learns from annotators who disagree.\n"
      "Try: dissent data get shapes && dissent inspect \"$(dissent data path shapes)/votes.csv\"",
      "dissent");
  app.require_subcommand(1);
  app.set_help_flag("-h,--help", "print this help");
  app.set_version_flag("--version", std::string(version()));
  app.get_formatter()->column_width(34);
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    command.configure(*sub);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    if (const std::string message = unknown_command(app, argc, argv); !message.empty())
      return complain(message);
    const auto parsed = app.get_subcommands();
    const std::string of = parsed.empty() ? "dissent" : "dissent " + parsed.front()->get_name();
    return complain(std::string(error.what()) + " (see `" + of + " --help`)");
  }
  return 0;
}

// What a command that failed complains of.
std::string complaint_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    return "out of memory; use a smaller input or a machine with more memory";
  } catch (const Error& error) {
    return error.text(as_flag);
  } catch (const std::exception& error) {
    return error.what();
  }
}

// Every way out of a command comes by here.
int run_and_finish(int argc, char** argv) {
  int status = 0;
  std::string complaint;
  try {
    status = run(argc, argv);
  } catch (...) {
    complaint = complaint_of(std::current_exception());
  }
  complaint = finish_standard_output(complaint);
  return complaint.empty() ? status : complain(complaint);
}

}  // namespace
}  // namespace dissent::cli

int main(int argc, char** argv) {
  dissent::cli::keep_command_line(argv);
  dissent::cli::prepare_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error of the write
  dissent::guard_mappings();
  dissent::remove_temporaries_on_signals();
  return dissent::cli::run_and_finish(argc, argv);
}
