#include "dissent/core/vector_math.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/random.h"

namespace dissent::vector_math_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(VectorMath, AgreesWithTheScalarFunctions) {
  Draws draws(Stream(1, "test"), 0);
  for (std::size_t n = 0; n < 40; ++n) {
    std::vector<double> x(n), logs(n), exps(n);
    for (double& value : x) value = std::exp(200 * draws.normal());
    log_all(x, logs);
    exp_all(logs, exps);
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_NEAR(logs[i], std::log(x[i]), 1e-15 * std::abs(std::log(x[i])));
      EXPECT_NEAR(exps[i], std::exp(logs[i]), 1e-15 * std::exp(logs[i]));
    }
  }
}

TEST(VectorMath, EdgesAndPlaces) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<double> x{0, 1, 1e-300, tiny, 0.3, 0.3, 0.3, 0.3, 0.3, 0, 1};
  std::vector<double> logs(x.size()), exps(5);
  log_all(x, logs);
  EXPECT_EQ(logs[0], -kInfinity);
  EXPECT_EQ(logs[9], -kInfinity);  // among the last three
  EXPECT_EQ(logs[1], 0);
  EXPECT_EQ(logs[10], 0);
  EXPECT_NEAR(logs[3], std::log(tiny), 1e-12);
  for (int i = 5; i < 9; ++i)
    EXPECT_EQ(logs[4], logs[static_cast<std::size_t>(i)]);  // the same bits everywhere
  exp_all(std::vector<double>{-kInfinity, 0, -800, 710, -745}, exps);
  EXPECT_EQ(exps[0], 0);
  EXPECT_EQ(exps[1], 1);
  EXPECT_EQ(exps[2], 0);
  EXPECT_EQ(exps[3], kInfinity);
  EXPECT_GT(exps[4], 0);
}

}  // namespace
}  // namespace dissent::vector_math_test
