#include "dissent/votes/aggregate.h"

#include <array>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/text.h"
#include "dissent/votes/majority.h"

namespace dissent {
namespace {

Aggregation run_soft(const VoteTable& votes, const AggregateOptions&) {
  Aggregation result;
  result.rows.resize(votes.items() * votes.classes());
  parallel_ranges(votes.items(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      votes.fractions_of(i, std::span(result.rows).subspan(i * votes.classes(), votes.classes()));
    }
  });
  return result;
}

Aggregation run_majority(const VoteTable& votes, const AggregateOptions&) {
  Aggregation result;
  const MajorityLabels majority = majority_labels(votes);
  result.ties = majority.ties;
  result.rows.assign(votes.items() * votes.classes(), 0.0);
  for (std::size_t i = 0; i < votes.items(); ++i) result.rows[i * votes.classes() + majority.labels[i]] = 1;
  return result;
}

Aggregation run_dawid_skene(const VoteTable& votes, const AggregateOptions& options) {
  Aggregation result;
  result.model = dawid_skene(votes, options.dawid_skene, options.progress);
  result.rows = std::move(result.model->posterior);
  return result;
}

constexpr std::array kAggregators = {
    Aggregator{"majority", "all weight on the class with most votes; ties by a draw keyed by the item",
               run_majority},
    Aggregator{"soft", "the share of each class among the item's votes", run_soft},
    Aggregator{"dawid-skene", "posterior of the true class, annotators weighed by their confusion matrices",
               run_dawid_skene},
};

}  // namespace

std::span<const Aggregator> aggregators() {
  return kAggregators;
}

const Aggregator& find_aggregator(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Aggregator& aggregator : kAggregators) {
    if (aggregator.name == name) return aggregator;
    names.push_back(aggregator.name);
  }
  throw Error("--method: " + unknown_name("method", name, names));
}

}  // namespace dissent
