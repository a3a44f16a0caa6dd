#include "dissent/evaluate/compare.h"

#include "dissent/core/error.h"
#include "dissent/run/run_filter.h"
#include "dissent/run/run_view.h"

namespace dissent {

ComparisonReport compare(const std::vector<FinishedRun>& all, const CompareOptions& options,
                         Monitor& monitor) {
  const std::vector<FinishedRun> runs = runs_passing(all, options.only);
  const Pairing pairing = pair_runs(runs, options.pairs);
  DataCache data;
  RunViews views(data);
  ComparisonReport report{options.pairs,
                          options.slice,
                          pairing.unpaired,
                          compare_runs(pairing, options.tests, views, options.slice),
                          {},
                          {},
                          options.only,
                          runs.size()};
  if (!options.item_changes && !options.sparse_target) return report;
  std::size_t done = 0;
  for (const PairedRuns& group : pairing.groups) {
    stop_if_asked(monitor);
    if (options.item_changes) report.changes.push_back(item_changes(group, data));
    if (options.sparse_target) report.sparse.push_back(sparse_target(group, data));
    monitor.progress("items", ++done, pairing.groups.size());
  }
  return report;
}

ComparisonReport compare(std::span<const std::filesystem::path> folders, const CompareOptions& options,
                         Monitor& monitor) {
  for (const std::string& metric : options.tests.metrics) find_metric(metric);  // before anything is read
  for (const std::string& only : options.only) parse_filter(only, option("only"));
  return compare(find_runs(folders), options, monitor);
}

}  // namespace dissent
