#include "dissent/stats/sign_flips.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/random.h"

namespace dissent::sign_flips_test {
namespace {

// Every pattern, summed anew.
double counted(const std::vector<double>& differences) {
  double theirs = 0;
  for (const double d : differences) theirs += d;
  std::size_t far = 0;
  const std::size_t patterns = std::size_t{1} << differences.size();
  for (std::size_t pattern = 0; pattern < patterns; ++pattern) {
    double sum = 0;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      sum += (pattern >> i & 1) != 0 ? -differences[i] : differences[i];
    }
    far += std::abs(sum) >= std::abs(theirs) - 1e-11;
  }
  return static_cast<double>(far) / static_cast<double>(patterns);
}

TEST(SignFlips, AreCountedExactlyForFewDifferences) {
  Draws draws(Stream(2, "test"), 0);
  for (int trial = 0; trial < 30; ++trial) {
    std::vector<double> differences(1 + draws.below(11));
    // Of a few sizes, so that sums tie; zeros decide nothing.
    for (double& d : differences) {
      d = trial % 2 == 0 ? draws.normal() : 0.1 * (static_cast<double>(draws.below(5)) - 2);
    }
    const SignFlips flips = sign_flips(differences, 10, 0);
    EXPECT_TRUE(flips.exact);
    EXPECT_NEAR(flips.p, counted(differences), 1e-15);
  }
  EXPECT_EQ(sign_flips(std::vector<double>{0, 0}, 10, 0).p, 1);
  EXPECT_EQ(sign_flips(std::vector<double>(20, 1.0), 10, 0).p, std::ldexp(1.0, -19));
}

TEST(SignFlips, DrawsComeNearTheNormalDistributionAndAreRepeatable) {
  Draws draws(Stream(3, "test"), 0);
  std::vector<double> differences(400);
  double sum = 0, squares = 0;
  for (double& d : differences) {
    d = draws.normal() + 0.09;
    sum += d;
    squares += d * d;
  }
  const double theory = std::erfc(std::abs(sum) / std::sqrt(2 * squares));
  const SignFlips flips = sign_flips(differences, 20'000, 5);
  EXPECT_FALSE(flips.exact);
  EXPECT_EQ(flips.draws, 20'000U);
  EXPECT_NEAR(flips.p, theory, 4 * std::sqrt(theory * (1 - theory) / 20'000) + 1e-3);
  EXPECT_EQ(flips.p, sign_flips(differences, 20'000, 5).p);
  for (double& d : differences) d = std::abs(d) + 1;
  EXPECT_EQ(sign_flips(differences, 999, 5).p, 0.001);  // never 0
}

}  // namespace
}  // namespace dissent::sign_flips_test
