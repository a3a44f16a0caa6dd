// Orders and ranks of numbers: a stable order, groups of equal numbers, Pearson and Spearman correlation. No
// number may be NaN; -0 equals 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dissent/core/large_vector.h"
#include "dissent/stats/weights.h"

namespace dissent {

// The indices of `values` in ascending order of value, equal ones in ascending order of index; linear in
// time.
std::vector<std::uint32_t> sorted_order(std::span<const double> values);

// Equal-mass bins: the bin of each value, as if they were cut in sorted_order() into `count` runs whose
// lengths differ by at most one, the first ones being longer. Linear in time, without sorting.
void equal_mass_bins(std::span<const double> values, std::size_t count, std::span<std::uint16_t> bin_of);

// Which numbers are equal, and how the groups of equal ones follow each other.
struct RankGroups {
  RawVector<std::uint32_t> of;  // [values] 0 for the smallest value, 1 for the next larger one, ...
  std::size_t count = 0;
};
// Neighbours in the order of the values that differ by at most `tolerance` are of one group.
RankGroups rank_groups(std::span<const double> values, double tolerance = 0);

// Ranks from 1; equal numbers share the mean of their ranks.
std::vector<double> average_ranks(std::span<const double> values);

// NaN where one side is constant, or where there are fewer than two values.
double pearson(std::span<const double> a, std::span<const double> b, Weights weights = {});
// Pearson's correlation of the average ranks.
double spearman(std::span<const double> a, std::span<const double> b);
double spearman(const RankGroups& a, const RankGroups& b, Weights weights = {});

}  // namespace dissent
