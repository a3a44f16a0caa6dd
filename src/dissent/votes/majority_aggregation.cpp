// majority: all weight on the class with most votes.
#include "dissent/votes/aggregate.h"
#include "dissent/votes/majority.h"

namespace dissent {

Aggregation aggregate_majority(const VoteTable& votes, const AggregateOptions&, Monitor&) {
  Aggregation result;
  const MajorityLabels majority = majority_labels(votes);
  result.ties = majority.ties;
  result.rows.assign(votes.items() * votes.classes(), 0.0);
  for (std::size_t i = 0; i < votes.items(); ++i) result.rows[i * votes.classes() + majority.labels[i]] = 1;
  return result;
}

}  // namespace dissent
