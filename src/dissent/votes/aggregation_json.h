// An aggregation, and where it was written, as JSON; and its items as records.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "dissent/io/json.h"
#include "dissent/votes/aggregate.h"
#include "dissent/votes/importer.h"

namespace dissent {

struct AggregationFiles {
  std::filesystem::path rows;
  std::filesystem::path confusions{};   // empty: not written
  std::filesystem::path reliability{};  // empty: not written
};

// The rows and matrices themselves are in the files. `imported` is what was aggregated; `warnings` are those
// of aggregation_warnings().
Json aggregation_json(const Aggregation& aggregation, const ImportResult& imported,
                      const AggregationFiles& files, AggregationForm form = AggregationForm::shares,
                      const std::vector<std::string>& warnings = {});

// One item of the file: {item, label, confidence, votes}, or {item, shares}, shares by class. The number of
// votes is null where the source has probabilities only.
Json label_record_json(const VoteTable& votes, const AggregatedLabels& labels, std::size_t item);
Json shares_record_json(const VoteTable& votes, const Aggregation& aggregation, std::size_t item);

}  // namespace dissent
