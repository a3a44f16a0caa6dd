// A command of the program: a name, a line of help, and a function that adds its options and what it does to
// the command-line parser. One file a command; commands.cpp lists them.
#pragma once

#include <span>
#include <string_view>

#include <CLI/CLI.hpp>

namespace dissent::cli {

struct Command {
  std::string_view name;
  std::string_view summary;
  void (*configure)(CLI::App&);  // adds options and, with app.callback, the work itself
};

std::span<const Command> commands();

void configure_inspect(CLI::App&);
void configure_aggregate(CLI::App&);
void configure_convert(CLI::App&);
void configure_deliver(CLI::App&);
void configure_eval(CLI::App&);
void configure_compare(CLI::App&);
void configure_formats(CLI::App&);
void configure_data(CLI::App&);
void configure_train(CLI::App&);
void configure_encode(CLI::App&);
void configure_predict(CLI::App&);
void configure_geometry(CLI::App&);
void configure_ood(CLI::App&);
void configure_study(CLI::App&);
void configure_study_pack(CLI::App&);
void configure_report(CLI::App&);
void configure_selftest(CLI::App&);
void configure_help(CLI::App&);
void configure_version(CLI::App&);

}  // namespace dissent::cli
