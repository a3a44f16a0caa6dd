#include "dissent/predictions/class_order.h"

#include <numeric>

#include <gtest/gtest.h>

#include "dissent/core/random.h"

namespace dissent::class_order_test {
namespace {

struct Data {
  std::vector<double> p, q;
};

// Shares of ten votes, and predictions that know them (or nothing), columns in `order`.
Data made_up(std::size_t items, const std::vector<std::size_t>& order, bool knows, std::uint64_t seed) {
  const std::size_t classes = order.size();
  Data data{std::vector<double>(items * classes), std::vector<double>(items * classes)};
  Draws draws(Stream(seed, "test"), 0);
  for (std::size_t i = 0; i < items; ++i) {
    const std::size_t likely = draws.below(classes);
    for (int v = 0; v < 10; ++v) {
      data.p[i * classes + (draws.below(4) == 0 ? draws.below(classes) : likely)] += 0.1;
    }
    double sum = 0;
    for (std::size_t c = 0; c < classes; ++c) {
      const double hint = knows ? data.p[i * classes + order[c]] : 0;
      sum += data.q[i * classes + c] = 0.05 + hint + 0.3 * draws.unit();
    }
    for (std::size_t c = 0; c < classes; ++c) data.q[i * classes + c] /= sum;
  }
  return data;
}

std::optional<BetterOrder> better(const Data& data, std::size_t classes) {
  return better_class_order(
      PredictionRows(std::span<const double>(data.q), classes, PredictionKind::probabilities),
      TargetRows(data.p, classes));
}

TEST(ClassOrder, AnotherOrderIsFound) {
  const std::vector<std::vector<std::size_t>> orders{
      {1, 0}, {1, 2, 0}, {0, 2, 1, 3}, {9, 1, 2, 3, 4, 5, 6, 7, 8, 0}};
  for (const std::vector<std::size_t>& order : orders) {
    const auto found = better(made_up(400, order, true, order.size()), order.size());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->class_of_column, order);
    EXPECT_LT(found->best_nll, 0.9 * found->assumed_nll);
    EXPECT_GT(found->gain.low, 0);
  }
}

// A model that ranks the items rightly and says too much of one class on all of them: another order would fit
// better, and is not meant.
TEST(ClassOrder, AModelThatPrefersAClassIsNoOtherOrder) {
  for (const std::size_t classes : {2U, 3U}) {
    std::vector<std::size_t> order(classes);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Data data = made_up(400, order, true, 7);
    for (std::size_t i = 0; i < 400; ++i) {  // few choose the last class, and the model says it everywhere
      double shares = 0, sum = 0;
      for (std::size_t k = 0; k < classes; ++k) {
        double& p = data.p[i * classes + k];
        shares += p *= k + 1 < classes ? 8 : 1;
        sum += data.q[i * classes + k] *= k + 1 < classes ? 1 : 20;
      }
      for (std::size_t k = 0; k < classes; ++k) {
        data.p[i * classes + k] /= shares;
        data.q[i * classes + k] /= sum;
      }
    }
    EXPECT_FALSE(better(data, classes)) << classes;
  }
}

TEST(ClassOrder, TheRightOneAndOneThatKnowsNothingAreLeftAlone) {
  std::size_t wrong = 0, all = 0;
  for (const std::size_t items : {3U, 10U, 100U, 1000U}) {
    for (const std::size_t classes : {2U, 3U, 8U}) {
      std::vector<std::size_t> order(classes);
      std::iota(order.begin(), order.end(), std::size_t{0});
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        EXPECT_FALSE(better(made_up(items, order, true, seed), classes)) << items << " " << classes;
        wrong += better(made_up(items, order, false, seed), classes).has_value();
        ++all;
      }
    }
  }
  EXPECT_LE(wrong, all / 100);
}

TEST(ClassOrder, ClassesThatNobodyChoseStayWhereTheyAre) {
  Data data = made_up(300, {1, 0, 2, 3}, true, 4);
  for (std::size_t i = 0; i < 300; ++i) {  // what went to the last two classes goes to the first
    data.p[4 * i] += data.p[4 * i + 2] + data.p[4 * i + 3];
    data.p[4 * i + 2] = data.p[4 * i + 3] = 0;
    std::swap(data.q[4 * i], data.q[4 * i + 1]);
    for (std::size_t c = 0; c < 4; ++c) data.q[4 * i + c] = 0.1;
    data.q[4 * i + (data.p[4 * i] > data.p[4 * i + 1] ? 1 : 0)] = 0.7;
  }
  const auto found = better(data, 4);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->class_of_column, (std::vector<std::size_t>{1, 0, 2, 3}));
}

}  // namespace
}  // namespace dissent::class_order_test
