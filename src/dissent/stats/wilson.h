// The interval of a share of independent trials, after Wilson 1927: never outside 0 to 1, and honest for few
// trials and for shares near the ends.
#pragma once

#include <cstdint>

#include "dissent/stats/bootstrap.h"

namespace dissent {

// 95 %. Throws where there is no trial.
Interval wilson_interval(std::uint64_t successes, std::uint64_t trials);

}  // namespace dissent
