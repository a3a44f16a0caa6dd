// The checks of a device as JSON: what `dissent selftest` prints for machines.
#pragma once

#include <span>

#include "dissent/io/json.h"
#include "dissent/train/train_selftest.h"

namespace dissent {

// The checks in their order, and how many of them failed.
Json selftest_json(std::span<const SelfCheck> checks);

}  // namespace dissent
