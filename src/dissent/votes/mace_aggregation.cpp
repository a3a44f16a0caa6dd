// mace: the posterior of the true class, where annotators know it or answer by habit.
#include <cstdint>
#include <utility>

#include "dissent/votes/aggregate.h"

namespace dissent {

Aggregation aggregate_mace(const VoteTable& votes, const AggregateOptions& options, Monitor& monitor) {
  const MaceOptions& own = options.mace;
  const auto most = static_cast<std::uint64_t>(options.dawid_skene.max_iterations) *
                    static_cast<std::uint64_t>(own.restarts);
  Mace model = mace(votes, own, options.dawid_skene, [&](int iteration) {
    monitor.progress("MACE", static_cast<std::uint64_t>(iteration), most);
    stop_if_asked(monitor);
  });
  Aggregation result;
  result.rows = std::move(model.posterior);
  result.reliability = std::move(model.competence);
  result.fit = {own.inference == MaceInference::vb ? Objective::bound : Objective::log_likelihood,
                model.objective,
                model.iterations,
                model.converged,
                own.restarts,
                model.best_restart};
  return result;
}

}  // namespace dissent
