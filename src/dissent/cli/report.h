// What commands that write a report share: where it goes, and in which form.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>

#include "dissent/present/document.h"

namespace dissent::cli {

struct ReportOutput {
  std::filesystem::path page;     // an HTML file; empty: none
  std::string format;             // md, csv, latex or json: on standard output; empty: none
  std::string table;              // with a format: this table alone
  std::filesystem::path figures;  // folder for specifications, and SVG files where node is there; empty: none
};

// What can be told before anything is read: a page that this build does not have, a format that is none.
void check_output(const ReportOutput& output);
// `said`: where the line on what was written goes.
void write_report(const Report& report, const ReportOutput& output, std::FILE* said = stdout);

}  // namespace dissent::cli
