// one-coin: the posterior of the true class, where every annotator is right with one probability.
#include <cstdint>
#include <utility>

#include "dissent/votes/aggregate.h"
#include "dissent/votes/one_coin.h"

namespace dissent {

Aggregation aggregate_one_coin(const VoteTable& votes, const AggregateOptions& options, Monitor& monitor) {
  const auto most = static_cast<std::uint64_t>(options.dawid_skene.max_iterations);
  OneCoin model = one_coin(votes, options.dawid_skene, [&](int iteration) {
    monitor.progress("one-coin Dawid-Skene", static_cast<std::uint64_t>(iteration), most);
    stop_if_asked(monitor);
  });
  Aggregation result;
  result.rows = std::move(model.posterior);
  result.prior = std::move(model.prior);
  result.reliability = std::move(model.right);
  result.fit = {Objective::log_likelihood, model.log_likelihood, model.iterations, model.converged};
  return result;
}

}  // namespace dissent
