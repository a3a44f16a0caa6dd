// dawid-skene: the posterior of the true class.
#include <cstdint>
#include <utility>

#include "dissent/votes/aggregate.h"

namespace dissent {

Aggregation aggregate_dawid_skene(const VoteTable& votes, const AggregateOptions& options, Monitor& monitor) {
  Aggregation result;
  const auto most = static_cast<std::uint64_t>(options.dawid_skene.max_iterations);
  result.model = dawid_skene(votes, options.dawid_skene, [&](int iteration, double) {
    monitor.progress("Dawid-Skene", static_cast<std::uint64_t>(iteration), most);
    stop_if_asked(monitor);
  });
  result.rows = std::move(result.model->posterior);
  result.prior = result.model->prior;
  result.fit = {Objective::log_likelihood, result.model->log_likelihood, result.model->iterations,
                result.model->converged};
  return result;
}

}  // namespace dissent
