// The sign-flip test of paired differences: under the null hypothesis each could as well have the other sign.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dissent {

struct SignFlips {
  double p = 1;             // two-sided: how often a sum of flipped differences is as far from 0 as theirs
  std::size_t changed = 0;  // differences that are not 0; the others decide nothing
  bool exact = true;        // all 2^changed patterns were counted; else `draws` of them
  std::size_t draws = 0;
};

// Exact up to this many differences that are not 0.
inline constexpr std::size_t kMostExactFlips = 20;

// Beyond, p = (1 + as far) / (1 + draws), which is never 0. Sums within 1e-12 of the largest one are as far.
// A pure function of its arguments; differences are finite.
SignFlips sign_flips(std::span<const double> differences, std::size_t draws, std::uint64_t seed);

}  // namespace dissent
