// The order, augmentation and mixing of an epoch: what is drawn, and that it is a pure function of (seed,
// epoch).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/random.h"
#include "dissent/train/epoch_plan.h"

namespace dissent::plan_test {
namespace {

std::vector<std::uint32_t> items(std::size_t n) {
  std::vector<std::uint32_t> list(n);
  std::iota(list.begin(), list.end(), 100);
  return list;
}

PlanShape shape() {
  return {.batch = 32, .augment = true, .padding = 4, .width = 16, .mixup_alpha = 0.7};
}

TEST(EpochPlan, EveryItemOnceAndAnotherOrderEachEpoch) {
  EpochPlan first, second, again;
  make_plan(first, shape(), items(100), 3, 0);
  make_plan(second, shape(), items(100), 3, 1);
  make_plan(again, shape(), items(100), 3, 0);
  std::vector<std::int64_t> sorted = first.position;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) EXPECT_EQ(sorted[i], static_cast<std::int64_t>(i));
  EXPECT_NE(first.position, second.position);
  EXPECT_EQ(first.position, again.position);
  EXPECT_EQ(first.row_start, again.row_start);
  EXPECT_EQ(first.lambda, again.lambda);
}

TEST(EpochPlan, AugmentationBelongsToTheItemNotToItsPlace) {
  // Half of the items, in another order: each is cropped as before.
  EpochPlan all, half;
  const std::vector<std::uint32_t> whole = items(100);
  const std::vector<std::uint32_t> part(whole.begin(), whole.begin() + 50);
  make_plan(all, shape(), whole, 3, 5);
  make_plan(half, shape(), part, 3, 5);
  for (std::size_t j = 0; j < 50; ++j) {
    const auto at =
        std::find(all.position.begin(), all.position.end(), half.position[j]) - all.position.begin();
    EXPECT_EQ(half.row_start[j], all.row_start[static_cast<std::size_t>(at)]);
    EXPECT_EQ(half.column_start[j], all.column_start[static_cast<std::size_t>(at)]);
  }
}

TEST(EpochPlan, OffsetsAreUniformAndHalfOfTheImagesFlipped) {
  const std::size_t n = 20000;
  EpochPlan plan;
  make_plan(plan, shape(), items(n), 9, 0);
  std::vector<int> rows(9), columns(9);
  int flipped = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const bool flip = plan.column_step[j] < 0;
    flipped += flip;
    ++rows.at(static_cast<std::size_t>(plan.row_start[j]));
    ++columns.at(static_cast<std::size_t>(plan.column_start[j] - (flip ? 15 : 0)));
  }
  // Five standard deviations of a binomial count.
  const auto far = [n](double count, double share) {
    return std::abs(count - share * static_cast<double>(n)) >
           5 * std::sqrt(static_cast<double>(n) * share * (1 - share));
  };
  EXPECT_FALSE(far(flipped, 0.5)) << flipped;
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_FALSE(far(rows[i], 1.0 / 9)) << rows[i];
    EXPECT_FALSE(far(columns[i], 1.0 / 9)) << columns[i];
  }
}

TEST(EpochPlan, MixingPairsWithinABatchAndDrawsLambdaFromBeta) {
  EpochPlan plan;
  const double alpha = 0.7;
  std::vector<double> lambda;
  for (std::uint64_t epoch = 0; epoch < 500; ++epoch) {
    make_plan(plan, shape(), items(70), 1, epoch);
    ASSERT_EQ(plan.lambda.size(), 3U);
    for (std::size_t begin = 0; begin < 70; begin += 32) {
      const std::size_t size = std::min<std::size_t>(32, 70 - begin);
      std::vector<std::int64_t> batch(plan.partner.begin() + static_cast<std::ptrdiff_t>(begin),
                                      plan.partner.begin() + static_cast<std::ptrdiff_t>(begin + size));
      std::sort(batch.begin(), batch.end());
      for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(batch[i], static_cast<std::int64_t>(i));
    }
    lambda.insert(lambda.end(), plan.lambda.begin(), plan.lambda.end());
  }
  const auto n = static_cast<double>(lambda.size());
  const double mean = std::accumulate(lambda.begin(), lambda.end(), 0.0) / n;
  double variance = 0;
  for (const double value : lambda) variance += (value - mean) * (value - mean) / n;
  const double expected = 1 / (4 * (2 * alpha + 1));
  EXPECT_NEAR(mean, 0.5, 5 * std::sqrt(expected / n));
  EXPECT_NEAR(variance, expected,
              5 * expected / std::sqrt(n));  // the fourth moment is below twice the square
}

TEST(Plan, BatchesAreOfLikeLength) {
  PlanShape shape;
  shape.batch = 8;
  shape.longest = 64;
  constexpr std::size_t kItems = 8 * 40 + 3;
  std::vector<std::int64_t> lengths;
  Draws draws(Stream(1, "lengths"), 0);
  for (std::size_t i = 0; i < kItems; ++i)
    lengths.push_back(16 * static_cast<std::int64_t>(1 + draws.below(4)));
  EpochPlan plan, next;
  make_plan(plan, shape, items(kItems), 3, 0, lengths);
  make_plan(next, shape, items(kItems), 3, 1, lengths);
  EXPECT_NE(plan.position, next.position);
  std::vector<std::int64_t> sorted = plan.position;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < kItems; ++i) ASSERT_EQ(sorted[i], static_cast<std::int64_t>(i));
  ASSERT_EQ(plan.length.size(), 41U);
  ASSERT_EQ(plan.rate.size(), 41U);
  std::int64_t padded = 0, needed = 0;
  bool rises = true;
  for (std::size_t b = 0; b < 40; ++b) {
    std::int64_t longest = 0;
    for (std::size_t j = 8 * b; j < 8 * (b + 1); ++j) {
      const std::int64_t length = lengths[static_cast<std::size_t>(plan.position[j])];
      longest = std::max(longest, length);
      needed += length;
    }
    EXPECT_EQ(plan.length[b], longest);
    padded += 8 * longest;
    if (b > 0 && plan.length[b] < plan.length[b - 1]) rises = false;
  }
  EXPECT_EQ(plan.length[40], 64);  // the rest is padded to the longest
  EXPECT_LT(static_cast<double>(padded), 1.1 * static_cast<double>(needed));
  EXPECT_FALSE(rises);  // short and long ones come in no order
}

}  // namespace
}  // namespace dissent::plan_test
