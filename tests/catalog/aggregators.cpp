// A made-up aggregator: every class alike, whatever was voted.
#include "dissent/votes/aggregate.h"

namespace dissent {

Aggregation aggregate_made_up(const VoteTable& votes, const AggregateOptions& /*options*/,
                              Monitor& /*monitor*/) {
  Aggregation result;
  result.rows.assign(votes.items() * votes.classes(), 1.0 / static_cast<double>(votes.classes()));
  return result;
}

}  // namespace dissent
