// How long a study's missing runs will take, roughly: by runs of the same model that are done, or by what the
// models do a second on machines that we have measured.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dissent/study/plan.h"

namespace dissent {

struct TimeEstimate {
  double seconds = 0;
  std::string basis;  // what it is from
};
TimeEstimate estimate_time(std::span<const StudyRun> missing, DataCache& data,
                           const std::vector<FinishedRun>& finished, bool cuda);

}  // namespace dissent
