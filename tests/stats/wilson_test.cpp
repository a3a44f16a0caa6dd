#include "dissent/stats/wilson.h"

#include <gtest/gtest.h>

#include "dissent/core/error.h"

namespace dissent::wilson_test {
namespace {

TEST(Wilson, KnownValues) {  // statsmodels.stats.proportion.proportion_confint(..., method='wilson')
  EXPECT_NEAR(wilson_interval(7, 10).low, 0.3967781474611454, 1e-12);
  EXPECT_NEAR(wilson_interval(7, 10).high, 0.8922087325936989, 1e-12);
}

TEST(Wilson, StaysWithinZeroAndOneAndHoldsTheShare) {
  for (std::uint64_t n = 1; n < 40; ++n) {
    for (std::uint64_t k = 0; k <= n; ++k) {
      const Interval interval = wilson_interval(k, n);
      const double share = static_cast<double>(k) / static_cast<double>(n);
      EXPECT_LE(0, interval.low);
      EXPECT_LE(interval.low, share);
      EXPECT_LE(share, interval.high);
      EXPECT_LE(interval.high, 1);
      EXPECT_NEAR(interval.low, 1 - wilson_interval(n - k, n).high,
                  1e-12);  // the same seen from the other side
    }
  }
  EXPECT_EQ(wilson_interval(0, 5).low, 0);
  EXPECT_EQ(wilson_interval(5, 5).high, 1);
  EXPECT_THROW(wilson_interval(0, 0), Error);
}

}  // namespace
}  // namespace dissent::wilson_test
