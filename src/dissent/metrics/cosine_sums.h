// Sums of cosines at equally spaced points, by a fast Fourier transform: n log n steps instead of n^2.
#pragma once

#include <span>
#include <vector>

namespace dissent {

// The values of sum_j c_j cos(pi j t) at t = 0, 1/cells, ..., 1. `cells` is a power of two, with at most
// 2 cells coefficients.
std::vector<double> cosine_sums(std::span<const double> coefficients, std::size_t cells);

}  // namespace dissent
