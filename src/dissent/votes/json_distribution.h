// Votes or shares by class in the records of a JSON file, found and read: what the importers of JSON counts
// and JSON probabilities share.
#pragma once

#include <string>
#include <vector>

#include "dissent/votes/importer.h"
#include "dissent/votes/json_layout.h"
#include "dissent/votes/json_numbers.h"

namespace dissent {

enum class ByClass { counts, shares };

struct JsonDistribution {
  double confidence = 0;  // 0: there is none
  std::string why;
  std::string path;  // of an object or a list of numbers; empty where it is the record itself
  JsonLayout::Role item;
  std::vector<std::string> candidates;  // more than one is a question
};

JsonDistribution find_distribution(const JsonTable& table, const JsonProfile& profile,
                                   const ImportOptions& options, ByClass kind);

// How well a file fits, for the recognisers: 0 where its records hold votes one by one, which know more.
Recognition recognise_distribution(const Source& source, const ImportOptions& options, ByClass kind);

// The whole of both importers.
ImportResult read_distribution(const Source& source, const ImportOptions& options, ByClass kind);

}  // namespace dissent
