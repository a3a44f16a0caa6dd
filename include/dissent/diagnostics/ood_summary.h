// Means over the seeds of a method of how well its runs detect what is from elsewhere.
#pragma once

#include <string>
#include <vector>

#include "dissent/diagnostics/ood_result.h"
#include "dissent/stats/mean_sd.h"

namespace dissent {

struct OodRow {
  std::string detector, method;
  std::size_t runs = 0;
  MeanSd auroc, fpr95, aupr;  // over the runs
};

struct OodSetSummary {
  std::string set;
  std::size_t items = 0, in_items = 0;
  std::vector<OodRow> rows;  // by detector, and then by method
};

std::vector<OodSetSummary> summarise_ood(const OodResult& result);

}  // namespace dissent
