// Closed choices of commands that no operation of the library has: how a result is printed, and where runs
// are trained.
#pragma once

#include "dissent/core/choices.h"
#include "dissent/present/formats.h"

namespace dissent::cli {

enum class ResultForm { text, markdown, csv, raw_csv, latex, json };
enum class Launcher { local, slurm };
inline constexpr const char* kResultForms =
    "text, markdown, csv (a text that a spreadsheet would compute has an apostrophe before it), raw-csv, "
    "latex "
    "or json";

}  // namespace dissent::cli

namespace dissent {

template <>
struct Choices<cli::ResultForm> {
  static constexpr Choice<cli::ResultForm> list[] = {
      {cli::ResultForm::text, "text"},   {cli::ResultForm::markdown, "markdown"},
      {cli::ResultForm::csv, "csv"},     {cli::ResultForm::raw_csv, "raw-csv"},
      {cli::ResultForm::latex, "latex"}, {cli::ResultForm::json, "json"}};
};
template <>
struct Choices<cli::Launcher> {
  static constexpr Choice<cli::Launcher> list[] = {{cli::Launcher::local, "local"},
                                                   {cli::Launcher::slurm, "slurm"}};
};

}  // namespace dissent

namespace dissent::cli {

// Of a form that is not JSON.
inline TextForm text_form(ResultForm form) {
  return choice_of<TextForm>("format", name_of(form));
}

}  // namespace dissent::cli
