// Which runs are meant, by the values of their options: "delivery=sls,soft;seed=0..2".
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dissent/run/run_set.h"

namespace dissent {

// Options and the values that they may have; all must hold.
struct Filter {
  std::vector<std::pair<std::string, std::vector<std::string>>> wanted;
  bool matches(const std::map<std::string, std::string>& options) const;
};

// "delivery=sls,soft;seed=0..2" as on the command line; `flag` opens messages.
Filter parse_filter(std::string_view text, std::string_view flag);

// The runs that pass all filters, in their order; all of them where there is no filter. Where none passes,
// the error says which values the runs have.
std::vector<FinishedRun> runs_passing(std::vector<FinishedRun> runs, std::span<const std::string> only);

}  // namespace dissent
