// The tables of a report for papers and programs: the same numbers as on the page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/present/document.h"

namespace dissent {

inline constexpr std::string_view kReportFormats[] = {"md", "csv", "latex", "json"};

// One of these formats. `only` not empty: the table of that name alone; an unknown one is an error that lists
// them.
std::string report_as(const Report& report, std::string_view format, std::string_view only = "");

Json report_json(const Report& report);
Json report_table_json(const ReportTable& table);

}  // namespace dissent
