// One slice of a run's evaluation items, by what is known of the data: "entropy-top:0.05".
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dissent/data/dataset.h"

namespace dissent {

// Positions among `items`, ascending. A slice that asks for columns, is empty or is several is an error.
std::vector<std::uint32_t> run_slice(const Dataset& dataset, std::span<const std::uint32_t> items,
                                     std::string_view slice);

}  // namespace dissent
