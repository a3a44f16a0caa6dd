// The ways from votes to one distribution an item, in one list (src/dissent/catalog/aggregators.def); room
// votes carries them out.
#pragma once

#include <span>
#include <string_view>

#include "dissent/catalog/catalog.h"

namespace dissent {

struct AggregatorEntry {
  std::string_view name;  // as in options and files
  std::string_view help;
  bool estimates_confusion = false;  // whether Aggregation::model is filled
  std::string_view reliability{};    // what Aggregation::reliability is; empty: the method has none
};

std::span<const AggregatorEntry> aggregators();
// Throws for an unknown name, with the list of those that are known.
const AggregatorEntry& find_aggregator(std::string_view name);

}  // namespace dissent
