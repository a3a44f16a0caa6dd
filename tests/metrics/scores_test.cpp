#include "dissent/metrics/scores.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/random.h"

namespace dissent::scores_test {
namespace {

TEST(Scores, HandComputed) {
  // Two items, two classes: q = (1/2, 1/2) and q = (3/4, 1/4).
  const std::vector<float> logits{0, 0, std::log(3.0F), 0};
  const std::vector<double> p{1, 0, 0.5, 0.5};
  const std::vector<std::int32_t> labels{0, 1};
  const Scores scores = score_logits(logits, p, labels, 2);
  const double nll = (std::log(2.0) - 0.5 * std::log(0.75) - 0.5 * std::log(0.25)) / 2;
  EXPECT_NEAR(scores.soft_nll, nll, 1e-7);  // the logits are single
  EXPECT_NEAR(scores.kl, nll - std::log(2.0) / 2, 1e-7);
  EXPECT_NEAR(scores.soft_brier, (0.5 + 0.125) / 2, 1e-7);
  EXPECT_EQ(scores.accuracy, 0.5);  // the tie of the first item goes to class 0
  EXPECT_EQ(scores.items, 2U);
}

TEST(Scores, NllLessKlIsTheEntropyOfTheAnnotators) {
  const std::size_t items = 200, classes = 7;
  std::vector<float> logits(items * classes);
  std::vector<double> p(items * classes);
  std::vector<std::int32_t> labels(items);
  Draws draws(Stream(1, "test"), 0);
  double entropy = 0;
  for (std::size_t i = 0; i < items; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      logits[i * classes + k] = static_cast<float>(4 * draws.normal());
      p[i * classes + k] = draws.below(3) == 0 ? 0 : draws.unit();
      sum += p[i * classes + k];
    }
    for (std::size_t k = 0; k < classes; ++k) {
      double& value = p[i * classes + k];
      value = sum > 0 ? value / sum : 1.0 / static_cast<double>(classes);
      if (value > 0) entropy -= value * std::log(value);
    }
  }
  const Scores scores = score_logits(logits, p, labels, classes);
  EXPECT_NEAR(scores.soft_nll - scores.kl, entropy / static_cast<double>(items), 1e-12);
  std::vector<float> single(p.begin(), p.end());
  EXPECT_NEAR(mean_cross_entropy(logits, single, classes), scores.soft_nll, 1e-6);
}

TEST(Scores, AnImpossibleAnswerThatWasGivenIsInfiniteAndCounted) {
  const float low = -std::numeric_limits<float>::infinity();
  const std::vector<float> logits{0, low, 0, low};
  const std::vector<double> p{1, 0, 0.5, 0.5};
  const Scores scores = score_logits(logits, p, std::vector<std::int32_t>{0, 0}, 2);
  EXPECT_EQ(scores.soft_nll, std::numeric_limits<double>::infinity());
  EXPECT_EQ(scores.infinite, 1U);
}

TEST(Scores, PartsOfAStreamAddUp) {
  const std::vector<float> logits{0, 1, 2, 0, -1, 3};
  const std::vector<double> p{1, 0, 0.5, 0.5, 0.25, 0.75};
  const std::vector<std::int32_t> labels{0, 0, 1};
  MeanScores first, second;
  std::vector<double> log_q(2);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto z = std::span(logits).subspan(2 * i, 2);
    log_softmax(z, log_q);
    (i < 2 ? first : second)
        .add(std::span(p).subspan(2 * i, 2), log_q, argmax(z), static_cast<std::size_t>(labels[i]));
  }
  first.add(second);
  const Scores whole = score_logits(logits, p, labels, 2), parts = first.result();
  EXPECT_DOUBLE_EQ(parts.soft_nll, whole.soft_nll);
  EXPECT_DOUBLE_EQ(parts.kl, whole.kl);
  EXPECT_DOUBLE_EQ(parts.soft_brier, whole.soft_brier);
  EXPECT_EQ(parts.accuracy, 2.0 / 3);
  EXPECT_EQ(parts.items, 3U);
  EXPECT_TRUE(std::isnan(MeanScores().result().soft_nll));
}

}  // namespace
}  // namespace dissent::scores_test
