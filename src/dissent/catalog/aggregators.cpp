#include "dissent/catalog/aggregators.h"

namespace dissent {

std::span<const AggregatorEntry> aggregators() {
  static constexpr AggregatorEntry list[] = {
#define DISSENT_AGGREGATOR(identifier, aggregator, text, ...) {.name = aggregator, .help = text, __VA_ARGS__},
#include "dissent/catalog/aggregators.def"
  };
  return list;
}

const AggregatorEntry& find_aggregator(std::string_view name) {
  return find_entry(aggregators(), "method", name, "method");
}

}  // namespace dissent
