// The cheapest way to give every row of a square table a column of its own (the assignment problem).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dissent {

// [n] the column of each row; `costs` [n, n] are finite. Of equally cheap ways, some one. O(n^3): the
// Hungarian method with potentials.
std::vector<std::size_t> cheapest_assignment(std::span<const double> costs, std::size_t n);

}  // namespace dissent
