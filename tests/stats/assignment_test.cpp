#include "dissent/stats/assignment.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "dissent/core/random.h"

namespace dissent::assignment_test {
namespace {

double cost_of(const std::vector<double>& costs, const std::vector<std::size_t>& columns) {
  double sum = 0;
  for (std::size_t row = 0; row < columns.size(); ++row) sum += costs[row * columns.size() + columns[row]];
  return sum;
}

TEST(Assignment, IsTheCheapestOfAll) {
  Draws draws(Stream(1, "test"), 0);
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t n = 1 + draws.below(6);
    std::vector<double> costs(n * n);
    // Negative costs and ties, too.
    for (double& cost : costs) cost = trial % 2 == 0 ? draws.normal() : static_cast<double>(draws.below(3));
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    double least = cost_of(costs, order);
    while (std::next_permutation(order.begin(), order.end())) least = std::min(least, cost_of(costs, order));
    std::vector<std::size_t> found = cheapest_assignment(costs, n);
    EXPECT_NEAR(cost_of(costs, found), least, 1e-12);
    std::sort(found.begin(), found.end());
    for (std::size_t k = 0; k < n; ++k) EXPECT_EQ(found[k], k);  // each column once
  }
}

}  // namespace
}  // namespace dissent::assignment_test
