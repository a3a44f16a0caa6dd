#include "dissent/stats/wilcoxon.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/random.h"

namespace dissent::wilcoxon_test {
namespace {

TEST(Wilcoxon, TheValuesOfTheDefinitions) {
  const std::vector<double> d{0.5, -0.2, 0.2, 0.7, 0.9};
  const Wilcoxon test = wilcoxon(d);
  EXPECT_EQ(test.w_plus, 13.5);
  EXPECT_EQ(test.w_minus, 1.5);
  EXPECT_EQ(test.p_greater, 0.09375);
  EXPECT_EQ(test.p_two_sided, 0.1875);
  EXPECT_TRUE(test.exact);
  EXPECT_EQ(test.rank_biserial, 12.0 / 15);
  EXPECT_EQ(wilcoxon(std::vector<double>{1, 2, 3, 4, 5}).p_greater, 0.03125);
  EXPECT_EQ(wilcoxon(std::vector<double>(10, -0.1)).p_less, 1.0 / 1024);
  EXPECT_EQ(smallest_p(5, false), 0.03125);
  EXPECT_EQ(smallest_p(5, true), 0.0625);
  EXPECT_EQ(smallest_p(0, true), 1);
}

// All sign patterns of the given sizes, one by one.
struct Enumerated {
  double greater = 0, less = 0;
};
Enumerated enumerate(const std::vector<double>& d, ZeroRule rule) {
  std::vector<double> kept;
  for (const double x : d) {
    if (x != 0 || rule != ZeroRule::drop) kept.push_back(x);
  }
  const std::size_t n = kept.size();
  std::vector<double> rank(n);
  for (std::size_t i = 0; i < n; ++i) {
    double smaller = 0, equal = 0;
    for (const double other : kept) {
      smaller += std::abs(other) < std::abs(kept[i]) * (1 - 1e-11);
      equal += std::abs(std::abs(other) - std::abs(kept[i])) <= std::abs(kept[i]) * 1e-11;
    }
    rank[i] = smaller + (equal + 1) / 2;
  }
  std::vector<double> signed_ranks;
  double observed = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (kept[i] == 0) continue;
    signed_ranks.push_back(rank[i]);
    if (kept[i] > 0) observed += rank[i];
  }
  Enumerated tails;
  const std::size_t patterns = std::size_t{1} << signed_ranks.size();
  for (std::size_t pattern = 0; pattern < patterns; ++pattern) {
    double sum = 0;
    for (std::size_t i = 0; i < signed_ranks.size(); ++i)
      sum += (pattern >> i & 1) != 0 ? signed_ranks[i] : 0;
    tails.greater += sum >= observed;
    tails.less += sum <= observed;
  }
  tails.greater /= static_cast<double>(patterns);
  tails.less /= static_cast<double>(patterns);
  return tails;
}

TEST(Wilcoxon, IsTheFullEnumerationWithTiesAndZeros) {
  Draws draws(Stream(3, "test"), 0);
  for (std::size_t n = 1; n <= 12; ++n) {
    for (int round = 0; round < 12; ++round) {
      std::vector<double> d(n);
      for (double& x : d) {
        x = round % 2 == 0 ? draws.normal() : 0.1 * (static_cast<double>(draws.below(7)) - 3);
        if (round % 3 == 0 && draws.below(4) == 0) x = 0;
        if (round % 4 == 1) x *= 1 + 1e-14 * static_cast<double>(draws.below(5));  // ties but for rounding
      }
      for (const ZeroRule rule : {ZeroRule::drop, ZeroRule::pratt, ZeroRule::zsplit}) {
        const Enumerated expected = enumerate(d, rule);
        const Wilcoxon test = wilcoxon(d, rule);
        EXPECT_EQ(test.p_greater, expected.greater) << n;
        EXPECT_EQ(test.p_less, expected.less) << n;
        EXPECT_EQ(test.p_two_sided, std::min(1.0, 2 * std::min(expected.greater, expected.less)));
      }
    }
  }
}

TEST(Wilcoxon, MeetsTheNormalApproximationWhereTheExactTestEnds) {
  Draws draws(Stream(4, "test"), 0);
  std::vector<double> d(60);
  for (double& x : d) x = draws.normal() + 0.25;
  const double exact = wilcoxon(d).p_greater;
  d.push_back(1e-9);  // the smallest rank: changes W+ by 1 of 1,800
  const Wilcoxon normal = wilcoxon(d);
  EXPECT_FALSE(normal.exact);
  EXPECT_NEAR(normal.p_greater, exact, 0.05 * exact);
}

TEST(Wilcoxon, OnlyZeros) {
  const Wilcoxon test = wilcoxon(std::vector<double>{0, 0, 0});
  EXPECT_EQ(test.zeros, 3U);
  EXPECT_EQ(test.p_two_sided, 1);
  EXPECT_EQ(test.p_greater, 1);
  EXPECT_THROW(wilcoxon(std::vector<double>{std::nan("")}), Error);
  EXPECT_THROW(choice_of<ZeroRule>("zeros", "prat"), Error);
  EXPECT_EQ(choice_of<ZeroRule>("zeros", "pratt"), ZeroRule::pratt);
}

TEST(Holm, HandComputed) {
  const std::vector<double> p{0.01, 0.04, 0.03, 0.005};
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_DOUBLE_EQ(adjusted[i], expected[i]);
  EXPECT_EQ(holm(std::vector<double>(12, 0.03125)), std::vector<double>(12, 0.375));  // the paper's 12 cells
  EXPECT_EQ(holm(std::vector<double>{0.6, 0.7}), (std::vector<double>{1, 1}));
  EXPECT_TRUE(holm(std::vector<double>{}).empty());
}

}  // namespace
}  // namespace dissent::wilcoxon_test
