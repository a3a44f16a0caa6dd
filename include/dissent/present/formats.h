// The forms of a document by name, and a document in one of them.
#pragma once

#include <string>
#include <string_view>

#include "dissent/core/choice.h"
#include "dissent/present/document.h"
#include "dissent/present/writers/terminal_style.h"

namespace dissent {

// The forms that commands print; the page is written by present/page.h.
enum class TextForm { text, markdown, csv, raw_csv, latex };
template <>
struct Choices<TextForm> {
  static constexpr Choice<TextForm> list[] = {{TextForm::text, "text"},
                                              {TextForm::markdown, "markdown"},
                                              {TextForm::csv, "csv"},
                                              {TextForm::raw_csv, "raw-csv"},
                                              {TextForm::latex, "latex"}};
};
std::string written(const Report& report, TextForm form, const TerminalStyle& style = {});

// What `dissent report --format` prints.
enum class ReportForm { markdown, csv, raw_csv, latex, json };
template <>
struct Choices<ReportForm> {
  static constexpr Choice<ReportForm> list[] = {{ReportForm::markdown, "md"},
                                                {ReportForm::csv, "csv"},
                                                {ReportForm::raw_csv, "raw-csv"},
                                                {ReportForm::latex, "latex"},
                                                {ReportForm::json, "json"}};
};
// `only` not empty: the table of that name alone; an unknown one is an error that lists them.
std::string report_as(const Report& report, ReportForm form, std::string_view only = "");

}  // namespace dissent
