// Items that two runs have in common, as positions in each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dissent/run/run_set.h"

namespace dissent {

struct CommonItems {
  std::vector<std::uint32_t> items, in_a, in_b;
};
// Of two ascending lists.
CommonItems common_items(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

[[noreturn]] void fail_without_common(const FinishedRun& a, const FinishedRun& b);

}  // namespace dissent
