#include "dissent/stats/ranks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "dissent/core/random.h"

namespace dissent::ranks_test {
namespace {

TEST(RankGroups, NeighboursWithinTheToleranceAreOneGroup) {
  const std::vector<double> values{1,
                                   1 + 5e-13,
                                   1 + 1.4e-12,
                                   2,
                                   1 + 3e-12,
                                   std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::infinity()};
  const RankGroups close = rank_groups(values, 1e-12), exact = rank_groups(values);
  EXPECT_EQ(std::vector<std::uint32_t>(close.of.begin(), close.of.end()),
            (std::vector<std::uint32_t>{0, 0, 0, 2, 1, 3, 3}));
  EXPECT_EQ(close.count, 4U);
  EXPECT_EQ(exact.count, 6U);
}

TEST(Order, IsTheStableOrderOfAnyNumbers) {
  Draws draws(Stream(1, "test"), 0);
  for (const std::size_t n : {0U, 1U, 2U, 1000U, 5000U}) {
    std::vector<double> values(n);
    for (double& value : values) {
      value = std::ldexp(draws.normal(), static_cast<int>(draws.below(80)) - 40);
      if (draws.below(4) == 0) value = static_cast<double>(draws.below(3)) - 1;  // ties
      if (draws.below(20) == 0) value = -0.0;
      if (n == 5000)
        value = 1 + 1e-15 * static_cast<double>(draws.below(400)) * static_cast<double>(draws.below(2));
      if (draws.below(50) == 0) value = std::numeric_limits<double>::infinity();
    }
    std::vector<std::uint32_t> expected(n);
    std::iota(expected.begin(), expected.end(), 0U);
    std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return values[a] < values[b]; });
    EXPECT_EQ(sorted_order(values), expected);
  }
}

TEST(Order, EqualMassBinsAreRunsOfTheStableOrder) {
  Draws draws(Stream(5, "test"), 0);
  for (const std::size_t n : {1U, 7U, 15U, 100U, 20000U}) {
    for (int kind = 0; kind < 5; ++kind) {
      std::vector<double> values(n);
      for (double& value : values) {
        value = draws.unit();
        if (kind == 1) value = std::floor(4 * value) / 4;            // ties through which cuts go
        if (kind == 2) value = 1 - 1e-13 * std::floor(1e3 * value);  // alike in their leading bits
        if (kind == 3) value = 0.5;
        if (kind == 4) value = value < 0.5 ? 0 : std::exp(-30 * value);
      }
      std::vector<std::uint16_t> bins(n);
      equal_mass_bins(values, 15, bins);
      const std::vector<std::uint32_t> order = sorted_order(values);
      std::size_t rank = 0;
      for (std::uint16_t bin = 0; bin < 15; ++bin) {
        for (std::size_t i = 0; i < n / 15 + (bin < n % 15); ++i)
          ASSERT_EQ(bins[order[rank++]], bin) << n << kind;
      }
    }
  }
}

TEST(Ranks, TiesShareTheMeanOfTheirRanks) {
  const std::vector<double> values{3, 1, 3, 2, 3, -0.0, 0.0};
  EXPECT_EQ(average_ranks(values), (std::vector<double>{6, 3, 6, 4, 6, 1.5, 1.5}));
  const RankGroups groups = rank_groups(values);
  EXPECT_EQ(groups.of, (RawVector<std::uint32_t>{3, 1, 3, 2, 3, 0, 0}));
  EXPECT_EQ(groups.count, 4U);
}

TEST(Correlation, HandComputed) {
  const std::vector<double> a{1, 2, 3, 4}, b{1, 4, 9, 16}, c{4, 3, 2, 1}, same{0.1, 0.1, 0.1, 0.1};
  EXPECT_DOUBLE_EQ(spearman(a, b), 1);
  EXPECT_DOUBLE_EQ(spearman(a, c), -1);
  EXPECT_NEAR(pearson(a, b), 25 / std::sqrt(5 * 129.0), 1e-15);
  EXPECT_TRUE(std::isnan(pearson(a, same)));
  EXPECT_TRUE(std::isnan(spearman(same, a)));
  EXPECT_TRUE(std::isnan(spearman(std::vector<double>{1}, std::vector<double>{2})));
}

TEST(Correlation, AWeightIsSoManyCopies) {
  Draws draws(Stream(2, "test"), 0);
  std::vector<double> a, b, copies_a, copies_b;
  std::vector<std::uint32_t> weights;
  for (int i = 0; i < 60; ++i) {
    a.push_back(static_cast<double>(draws.below(8)));
    b.push_back(a.back() + static_cast<double>(draws.below(9)));
    weights.push_back(static_cast<std::uint32_t>(draws.below(4)));
    copies_a.insert(copies_a.end(), weights.back(), a.back());
    copies_b.insert(copies_b.end(), weights.back(), b.back());
  }
  EXPECT_NEAR(spearman(rank_groups(a), rank_groups(b), weights), spearman(copies_a, copies_b), 1e-14);
}

}  // namespace
}  // namespace dissent::ranks_test
