// soft: the share of each class among the item's votes.
#include <span>

#include "dissent/core/parallel.h"
#include "dissent/votes/aggregate.h"

namespace dissent {

Aggregation aggregate_soft(const VoteTable& votes, const AggregateOptions&, Monitor&) {
  Aggregation result;
  result.rows.resize(votes.items() * votes.classes());
  parallel_ranges(votes.items(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      votes.fractions_of(i, std::span(result.rows).subspan(i * votes.classes(), votes.classes()));
    }
  });
  return result;
}

}  // namespace dissent
