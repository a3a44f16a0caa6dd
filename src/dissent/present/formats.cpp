#include "dissent/present/formats.h"

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/json_text.h"
#include "dissent/present/writers/csv_writer.h"
#include "dissent/present/writers/json_writer.h"
#include "dissent/present/writers/latex_writer.h"
#include "dissent/present/writers/markdown_writer.h"
#include "dissent/present/writers/terminal_writer.h"

namespace dissent {
namespace {

const ReportTable& find_table(const Report& report, std::string_view name) {
  std::vector<std::string_view> names;
  for (const ReportTable* table : tables_of(report)) {
    if (table->name == name) return *table;
    names.push_back(table->name);
  }
  throw Error(unknown_name("table", name, names));
}

template <class Document>
std::string text_in_form(const Document& document, ReportForm form) {
  if (form == ReportForm::csv) return csv_text(document);
  if (form == ReportForm::raw_csv) return csv_text(document, CsvTexts::raw);
  return form == ReportForm::latex ? latex_text(document) : markdown_text(document);
}

}  // namespace

std::string written(const Report& report, TextForm form, const TerminalStyle& style) {
  switch (form) {
    case TextForm::markdown:
      return markdown_text(report);
    case TextForm::csv:
      return csv_text(report);
    case TextForm::raw_csv:
      return csv_text(report, CsvTexts::raw);
    case TextForm::latex:
      return latex_text(report);
    case TextForm::text:
      break;
  }
  return terminal_text(report, style);
}

std::string report_as(const Report& report, ReportForm form, std::string_view only) {
  if (!only.empty()) {
    const ReportTable& table = find_table(report, only);
    return form == ReportForm::json ? json_text(report_table_json(table), 2) + "\n"
                                    : text_in_form(table, form);
  }
  return form == ReportForm::json ? json_text(report_json(report), 2) + "\n" : text_in_form(report, form);
}

}  // namespace dissent
