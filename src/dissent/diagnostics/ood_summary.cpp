#include "dissent/diagnostics/ood_summary.h"

namespace dissent {
namespace {

// Of all runs of a method, a detector's numbers against one set.
OodRow row_of(const OodResult& result, const std::string& method, std::size_t set, std::size_t detector) {
  OodRow row{result.runs.front().sets[set].detectors[detector].detector, method, 0, {}, {}, {}};
  std::vector<double> auroc, fpr95, aupr;
  for (const RunOod& run : result.runs) {
    if (run.method != method) continue;
    const Detection& found = run.sets.at(set).detectors.at(detector).detection;
    auroc.push_back(found.auroc);
    fpr95.push_back(found.fpr95);
    aupr.push_back(found.aupr);
  }
  row.runs = auroc.size();
  row.auroc = mean_sd(auroc);
  row.fpr95 = mean_sd(fpr95);
  row.aupr = mean_sd(aupr);
  return row;
}

}  // namespace

std::vector<OodSetSummary> summarise_ood(const OodResult& result) {
  std::vector<OodSetSummary> summaries;
  if (result.runs.empty()) return summaries;
  std::vector<std::string> methods;
  for (const RunOod& run : result.runs) {
    if (methods.empty() || methods.back() != run.method) methods.push_back(run.method);
  }
  const std::vector<OodSet>& sets = result.runs.front().sets;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    OodSetSummary& summary = summaries.emplace_back();
    summary.set = sets[s].set;
    summary.items = sets[s].items;
    summary.in_items = sets[s].in_items;
    for (std::size_t d = 0; d < sets[s].detectors.size(); ++d) {
      for (const std::string& method : methods) summary.rows.push_back(row_of(result, method, s, d));
    }
  }
  return summaries;
}

}  // namespace dissent
