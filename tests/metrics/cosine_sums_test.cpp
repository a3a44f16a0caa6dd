#include "dissent/metrics/cosine_sums.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "dissent/core/random.h"

namespace dissent::cosine_sums_test {
namespace {

TEST(CosineSums, AreTheSumsOfTheirDefinition) {
  for (const std::size_t cells : {1U, 2U, 8U, 64U, 256U}) {
    for (const std::size_t terms : {std::size_t{1}, cells / 2 + 1, cells + 1, 2 * cells}) {
      Draws draws(Stream(cells, "cosine sums"), terms);
      std::vector<double> c(terms);
      for (double& one : c) one = draws.unit() - 0.5;
      const std::vector<double> values = cosine_sums(c, cells);
      ASSERT_EQ(values.size(), cells + 1);
      for (std::size_t g = 0; g <= cells; ++g) {
        double sum = 0;
        for (std::size_t j = 0; j < terms; ++j) {
          sum += c[j] * std::cos(std::numbers::pi * static_cast<double>(j * g) / static_cast<double>(cells));
        }
        EXPECT_NEAR(values[g], sum, 1e-12) << cells << " cells, " << terms << " terms, at " << g;
      }
    }
  }
}

TEST(CosineSums, OfMoreCellsThanAreKept) {
  const std::vector<double> c{0.5, 0, 0, 0.25};
  const std::size_t cells = 1 << 15;
  const std::vector<double> values = cosine_sums(c, cells);
  for (const std::size_t g : {std::size_t{0}, cells / 5, cells / 2, cells}) {
    const double t = static_cast<double>(g) / static_cast<double>(cells);
    EXPECT_NEAR(values[g], 0.5 + 0.25 * std::cos(3 * std::numbers::pi * t), 1e-13);
  }
}

}  // namespace
}  // namespace dissent::cosine_sums_test
