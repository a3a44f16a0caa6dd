// The page of what `dissent inspect` found.
#pragma once

#include "dissent/present/document.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/inspection.h"

namespace dissent::cli {

Report inspect_report(const ImportResult& imported, const Inspection& summary);

}  // namespace dissent::cli
