// The page of what `dissent inspect` found.
#pragma once

#include "report/document.h"
#include "votes/importer.h"
#include "votes/summary.h"

namespace dissent::cli {

Report inspect_report(const ImportResult& imported, const VoteSummary& summary);

}  // namespace dissent::cli
