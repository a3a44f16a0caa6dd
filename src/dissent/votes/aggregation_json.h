// An aggregation, and where it was written, as JSON.
#pragma once

#include <filesystem>

#include "dissent/io/json.h"
#include "dissent/votes/aggregate.h"
#include "dissent/votes/importer.h"

namespace dissent {

struct AggregationFiles {
  std::filesystem::path rows;
  std::filesystem::path confusions;  // empty: not written
};

// The rows and matrices themselves are in the files. `imported` is what was aggregated.
Json aggregation_json(const Aggregation& aggregation, const ImportResult& imported,
                      const AggregationFiles& files);

}  // namespace dissent
