// glad: the posterior of the true class, where items differ in difficulty and annotators in ability.
#include <cstdint>
#include <utility>

#include "dissent/votes/aggregate.h"

namespace dissent {

Aggregation aggregate_glad(const VoteTable& votes, const AggregateOptions& options, Monitor& monitor) {
  const auto most = static_cast<std::uint64_t>(options.dawid_skene.max_iterations);
  Glad model = glad(votes, options.glad, options.dawid_skene, [&](int iteration) {
    monitor.progress("GLAD", static_cast<std::uint64_t>(iteration), most);
    stop_if_asked(monitor);
  });
  Aggregation result;
  result.rows = std::move(model.posterior);
  result.reliability = std::move(model.ability);
  result.easiness = std::move(model.easiness);
  result.fit = {Objective::log_posterior, model.log_posterior, model.iterations, model.converged};
  return result;
}

}  // namespace dissent
