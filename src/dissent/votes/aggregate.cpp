#include "dissent/votes/aggregate.h"

#include "dissent/core/parallel.h"

namespace dissent {

#define DISSENT_AGGREGATOR(identifier, ...)                                                   \
  Aggregation aggregate_##identifier(const VoteTable& votes, const AggregateOptions& options, \
                                     Monitor& monitor);
#include "dissent/catalog/aggregators.def"

Aggregation aggregate(const VoteTable& votes, const AggregateOptions& options, Monitor& monitor) {
  static constexpr Aggregation (*methods[])(const VoteTable&, const AggregateOptions&, Monitor&) = {
#define DISSENT_AGGREGATOR(identifier, ...) aggregate_##identifier,
#include "dissent/catalog/aggregators.def"
  };
  const AggregatorEntry& aggregator = find_aggregator(options.method);
  const ThreadScope threads(options.threads);
  Aggregation result = methods[entry_index(aggregators(), aggregator)](votes, options, monitor);
  result.method = aggregator.name;
  return result;
}

}  // namespace dissent
