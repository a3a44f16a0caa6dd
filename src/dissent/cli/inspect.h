// The page of what `dissent inspect` found.
#pragma once

#include "dissent/present/document.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/vote_summary.h"

namespace dissent::cli {

Report inspect_report(const ImportResult& imported, const VoteSummary& summary);

}  // namespace dissent::cli
