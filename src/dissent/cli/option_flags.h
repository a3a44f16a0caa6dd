// Command-line options from option structs: one source for flags, defaults and help (see core/settings.h).
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "dissent/core/choices.h"
#include "dissent/core/settings.h"
#include "dissent/io/csv_texts.h"
#include "dissent/run/train_options.h"

namespace dissent::cli {

// An option's key as the command line writes it.
inline std::string as_flag(std::string_view key) {
  return key == "output" ? "-o" : "--" + std::string(key);
}

// A flag whose value is one of an enum's names; `name` is the flag's, with its dashes.
template <IsChoice Enum>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Enum& value, const std::string& help) {
  const std::string key = name.substr(2);
  return app
      .add_option_function<std::string>(
          name, [&value, key](const std::string& text) { value = choice_of<Enum>(key, text); }, help)
      ->default_str(std::string(name_of(value)));
}

// A flag whose value is a number; `name` is the flag's, with its dashes. What it may be stands in its help.
template <IsNumber Value>
CLI::Option* add_number(CLI::App& app, const std::string& name, Value& value, const Limits& limits,
                        const std::string& help) {
  const std::string key = name.substr(2);
  return app
      .add_option_function<std::string>(
          name,
          [&value, limits, key](const std::string& text) { value = value_within<Value>(limits, key, text); },
          with_limits(help, limits))
      ->type_name(std::is_floating_point_v<Value> ? "FLOAT" : "INT")
      ->default_str(fmt::format("{}", value));
}

template <class Options>
void add_options(CLI::App& app, Options& options, const std::string& group) {
  if constexpr (requires { options.option_name; }) options.option_name = as_flag;
  for_each_field<Options>([&](const auto& field) {
    auto& value = options.*field.member;
    using Value = std::remove_reference_t<decltype(value)>;
    const std::string name = as_flag(field.name);
    CLI::Option* option = nullptr;
    if constexpr (std::is_same_v<Value, bool>) {
      option = app.add_flag(name, value, help_of(field, as_flag));
    } else if constexpr (IsChoice<Value>) {
      option = add_choice(app, name, value, help_of(field, as_flag));
    } else if constexpr (IsNumber<Value>) {
      option = add_number(app, name, value, field.limits, help_text(field.help, field.known, as_flag));
    } else {
      option = app.add_option(name, value, help_of(field, as_flag));
      if constexpr (requires { value.push_back(value.front()); } && !std::is_same_v<Value, std::string>) {
        option->delimiter(',')->allow_extra_args(false);
      } else if constexpr (std::is_same_v<Value, std::string>) {
        if (!value.empty()) option->capture_default_str();
      }
    }
    option->group(group);
  });
}

// Names in CSV files that people open in spreadsheets.
inline void add_raw_csv(CLI::App& app, CsvTexts& texts) {
  app.add_flag_callback(
      "--raw-csv", [&texts] { texts = CsvTexts::raw; },
      "names in CSV files as they are; otherwise one that a spreadsheet would compute (=, +, - or @ at its "
      "beginning) gets an apostrophe before it");
}

// Where a command runs that trains nothing: --device and --threads alone.
inline void add_device_options(CLI::App& app, ExecutionOptions& options) {
  add_options(app, options, "Execution");
  for (const char* of_training : {"--jobs", "--checkpoint-seconds"}) {
    app.remove_option(app.get_option(of_training));
  }
}

}  // namespace dissent::cli
