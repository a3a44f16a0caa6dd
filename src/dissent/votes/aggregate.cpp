#include "dissent/votes/aggregate.h"

#include <array>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/text.h"
#include "dissent/votes/majority.h"

namespace dissent {
namespace {

Aggregation run_soft(const VoteTable& votes, const AggregateOptions&, Monitor&) {
  Aggregation result;
  result.rows.resize(votes.items() * votes.classes());
  parallel_ranges(votes.items(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      votes.fractions_of(i, std::span(result.rows).subspan(i * votes.classes(), votes.classes()));
    }
  });
  return result;
}

Aggregation run_majority(const VoteTable& votes, const AggregateOptions&, Monitor&) {
  Aggregation result;
  const MajorityLabels majority = majority_labels(votes);
  result.ties = majority.ties;
  result.rows.assign(votes.items() * votes.classes(), 0.0);
  for (std::size_t i = 0; i < votes.items(); ++i) result.rows[i * votes.classes() + majority.labels[i]] = 1;
  return result;
}

Aggregation run_dawid_skene(const VoteTable& votes, const AggregateOptions& options, Monitor& monitor) {
  Aggregation result;
  const auto most = static_cast<std::uint64_t>(options.dawid_skene.max_iterations);
  result.model = dawid_skene(votes, options.dawid_skene, [&](int iteration, double) {
    monitor.progress("Dawid-Skene", static_cast<std::uint64_t>(iteration), most);
    stop_if_asked(monitor);
  });
  result.rows = std::move(result.model->posterior);
  return result;
}

constexpr std::array kAggregators = {
    Aggregator{"majority", "all weight on the class with most votes; ties by a draw keyed by the item", false,
               run_majority},
    Aggregator{"soft", "the share of each class among the item's votes", false, run_soft},
    Aggregator{"dawid-skene", "posterior of the true class, annotators weighed by their confusion matrices",
               true, run_dawid_skene},
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
  fail("{}: {}", option("method"), unknown_name("method", name, names));
}

Aggregation aggregate(const VoteTable& votes, const AggregateOptions& options, Monitor& monitor) {
  const Aggregator& aggregator = find_aggregator(options.method);
  const ThreadScope threads(options.threads);
  Aggregation result = aggregator.run(votes, options, monitor);
  result.method = aggregator.name;
  return result;
}

}  // namespace dissent
