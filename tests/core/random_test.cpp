#include "dissent/core/random.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace dissent::random_test {
namespace {

// The known answers published with the Random123 library.
TEST(Philox, KnownAnswers) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Stream, IsAPureFunctionOfItsKey) {
  EXPECT_EQ(Stream(7, "split").block(3, 4), Stream(7, "split").block(3, 4));
  EXPECT_NE(Stream(7, "split").block(3, 4), Stream(8, "split").block(3, 4));
  EXPECT_NE(Stream(7, "split").block(3, 4), Stream(7, "votes").block(3, 4));
  EXPECT_NE(Stream(7, "split").block(3, 4), Stream(7, "split").block(4, 3));
}

// Any number of positions, so that some are left over from the groups of four.
TEST(Stream, ManyBlocksAtOnceAreTheBlocks) {
  const Stream stream(7, "split");
  for (const std::size_t n : {0, 1, 3, 4, 5, 8, 31}) {
    std::vector<std::uint64_t> a(n), low(n), high(n);
    for (std::size_t i = 0; i < n; ++i) a[i] = i * 0x123456789abcdef1u;
    const std::uint64_t b = 0xfedcba9876543210u + n;
    stream.blocks(a, b, low, high);
    for (std::size_t i = 0; i < n; ++i) {
      const PhiloxCounter block = stream.block(a[i], b);
      EXPECT_EQ(low[i], std::uint64_t{block[1]} << 32 | block[0]);
      EXPECT_EQ(high[i], std::uint64_t{block[3]} << 32 | block[2]);
      EXPECT_EQ(low[i], stream.bits(a[i], b));
    }
  }
}

TEST(Draws, BelowIsUniform) {
  Draws draws(Stream(1, "test"), 0);
  std::vector<int> seen(7);
  constexpr int n = 70000;
  for (int i = 0; i < n; ++i) ++seen[draws.below(7)];
  double chi2 = 0;
  for (const int c : seen) chi2 += (c - n / 7.0) * (c - n / 7.0) / (n / 7.0);
  EXPECT_LT(chi2, 22.46);  // 0.999 quantile of chi-squared with 6 degrees of freedom
}

TEST(Draws, NormalHasItsMoments) {
  Draws draws(Stream(2, "test"), 0);
  constexpr int n = 100000;
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const double x = draws.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / n, 0, 4 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1, 4 * std::sqrt(2.0 / n));
}

TEST(Draws, ShuffleIsAPermutation) {
  std::vector<int> values(100);
  std::iota(values.begin(), values.end(), 0);
  Draws(Stream(3, "test"), 5).shuffle(std::span<int>(values));
  EXPECT_FALSE(std::is_sorted(values.begin(), values.end()));
  std::sort(values.begin(), values.end());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace dissent::random_test
