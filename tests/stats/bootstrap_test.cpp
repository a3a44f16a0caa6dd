#include "dissent/stats/bootstrap.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

namespace dissent::bootstrap_test {
namespace {

TEST(Bootstrap, DrawsAsManyAsThereAreAndAllAlike) {
  for (const std::size_t n : {1U, 2U, 255U, 256U, 257U, 1000U}) {
    std::vector<std::uint32_t> weights(n);
    std::vector<double> drawn(n);
    const std::size_t replicates = 2000;
    for (std::size_t r = 0; r < replicates; ++r) {
      resample(7, r, weights);
      ASSERT_EQ(std::accumulate(weights.begin(), weights.end(), std::size_t{0}), n);
      for (std::size_t i = 0; i < n; ++i) drawn[i] += weights[i];
    }
    double chi_square = 0;  // mean n - 1, variance 2 (n - 1)
    for (const double d : drawn) chi_square += (d - replicates) * (d - replicates) / replicates;
    const auto freedom = static_cast<double>(n - 1);
    EXPECT_LE(std::abs(chi_square - freedom), 5 * std::sqrt(2 * freedom)) << n;
  }
}

TEST(Bootstrap, ASeedAndAReplicateDecide) {
  std::vector<std::uint32_t> a(50), b(50), c(50), d(50);
  resample(1, 4, a);
  resample(1, 4, b);
  resample(1, 5, c);
  resample(2, 4, d);
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
  EXPECT_NE(a, d);
}

TEST(Bootstrap, QuantilesAsNumpy) {
  const std::vector<double> sorted{1, 2, 4, 8};
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.1), 1.3);
  EXPECT_EQ(quantile(sorted, 1), 8);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(quantile(std::vector<double>{1, infinity, infinity}, 0.75), infinity);
  const Interval none = percentile_interval({std::nan("")});
  EXPECT_TRUE(std::isnan(none.low) && std::isnan(none.high));
}

TEST(Bootstrap, TheMeansIntervalHasTheNormalsWidth) {
  std::vector<double> values(400);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  const Interval interval = bootstrap_mean(values, 4000, 1);
  const double sd = std::sqrt((400.0 * 400 - 1) / 12) / 20;
  EXPECT_NEAR(interval.low, 199.5 - 1.96 * sd, 0.15 * sd);
  EXPECT_NEAR(interval.high, 199.5 + 1.96 * sd, 0.15 * sd);
}

}  // namespace
}  // namespace dissent::bootstrap_test
