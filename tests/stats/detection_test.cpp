#include "dissent/stats/detection.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/core/random.h"

namespace dissent::detection_test {
namespace {

using Scores = std::vector<double>;

std::string detection_error(const Scores& in, const Scores& out) {
  try {
    detect(in, out);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Detection, HandComputed) {
  // From above: in 4, out 3, in 2, in 1, out 0. Pairs won: 2 + 1 + 1 of 6.
  const Detection mixed = detect(Scores{2, 4, 1}, Scores{0, 3});
  EXPECT_DOUBLE_EQ(mixed.auroc, 4.0 / 6);
  EXPECT_DOUBLE_EQ(mixed.aupr, (1 + 2.0 / 3 + 3.0 / 4) / 3);
  EXPECT_EQ(mixed.fpr95, 0.5);  // all three of in are wanted, so the threshold is 1

  // Two of in and one of out share a score: half of each pair, one step of recall.
  const Detection tied = detect(Scores{1, 1, 2}, Scores{1, 0});
  EXPECT_DOUBLE_EQ(tied.auroc, (2 + 1.5 + 1.5) / 6);
  EXPECT_DOUBLE_EQ(tied.aupr, 1.0 / 3 + 2.0 / 3 * 3 / 4);
  EXPECT_EQ(tied.fpr95, 0.5);
}

TEST(Detection, ExtremesAndConstants) {
  const Detection apart = detect(Scores{5, 6, 7}, Scores{1, 2});
  EXPECT_EQ(apart.auroc, 1);
  EXPECT_EQ(apart.fpr95, 0);
  EXPECT_EQ(apart.aupr, 1);
  const Detection turned = detect(Scores{1, 2}, Scores{5, 6, 7});
  EXPECT_EQ(turned.auroc, 0);
  EXPECT_EQ(turned.fpr95, 1);
  EXPECT_DOUBLE_EQ(turned.aupr, (1.0 / 4 + 2.0 / 5) / 2);
  const Detection constant = detect(Scores(3, 0.1), Scores(5, 0.1));
  EXPECT_EQ(constant.auroc, 0.5);
  EXPECT_EQ(constant.fpr95, 1);
  EXPECT_EQ(constant.aupr, 3.0 / 8);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(detect(Scores{kInfinity}, Scores{-kInfinity}).auroc, 1);
  EXPECT_EQ(detect(Scores{0.0}, Scores{-0.0}).auroc, 0.5);
}

// The threshold is the largest that keeps 95 %: of 20, the second smallest; of 19 and 21 no other share is
// met exactly.
TEST(Detection, ThresholdKeepsNinetyFivePercent) {
  for (const auto& [n, allowed_below] : {std::pair{19, 0}, {20, 1}, {21, 1}, {39, 1}, {40, 2}, {100, 5}}) {
    Scores in, out;
    for (int i = 0; i < n; ++i) {
      in.push_back(i);
      out.push_back(i - 0.5);  // those above the threshold: n - 1 - threshold
    }
    EXPECT_EQ(detect(in, out).fpr95, (n - 1.0 - allowed_below) / n) << n;
  }
}

TEST(Detection, AurocIsTheShareOfPairsWon) {
  Draws draws(Stream(5, "test"), 0);
  for (const std::size_t most : {3u, 50u}) {  // many ties, and few
    Scores in(70), out(45);
    for (double& score : in) score = static_cast<double>(draws.below(most)) + 1;
    for (double& score : out) score = static_cast<double>(draws.below(most));
    double won = 0;
    for (const double a : in) {
      for (const double b : out) won += a > b ? 1 : a == b ? 0.5 : 0;
    }
    EXPECT_DOUBLE_EQ(detect(in, out).auroc, won / 70 / 45);
    EXPECT_DOUBLE_EQ(detect(out, in).auroc, 1 - won / 70 / 45);
  }
}

TEST(Detection, RefusesAnEmptySideAndNaN) {
  EXPECT_NE(detection_error({}, {1}).find("no score of what is in"), std::string::npos);
  EXPECT_NE(detection_error({1}, {}).find("no score of what is out"), std::string::npos);
  EXPECT_NE(detection_error({1, std::nan("")}, {1}).find("score 1 (from 0) of what is in"),
            std::string::npos);
  EXPECT_NE(detection_error({1}, {std::nan("")}).find("score 0 (from 0) of what is out"), std::string::npos);
}

}  // namespace
}  // namespace dissent::detection_test
