// A document as JSON, for programs: tables with every number behind their cells, findings, notices and facts.
#pragma once

#include "dissent/io/json.h"
#include "dissent/present/document.h"

namespace dissent {

Json report_json(const Report& report);
Json report_table_json(const ReportTable& table);

}  // namespace dissent
