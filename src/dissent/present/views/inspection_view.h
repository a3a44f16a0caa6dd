// What inspect() found as documents: a summary for the terminal, and a report with figures and items for the
// page.
#pragma once

#include "dissent/present/document.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/inspection.h"

namespace dissent {

Report inspection_summary(const Inspection& inspection);

// `imported` is what was inspected, with InspectOptions::confusion: the page shows its items one by one.
Report inspection_page(const Inspection& inspection, const ImportResult& imported);

}  // namespace dissent
