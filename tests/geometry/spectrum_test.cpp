// Matrices whose spectrum is known: what the estimates must find, and what they must admit.
#include "dissent/geometry/spectrum.h"

#include <cmath>

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace dissent::spectrum_test {
namespace {

at::Tensor diagonal_of(std::vector<double> values) {
  return at::tensor(values, at::kDouble);
}

// Q D Q' with a random rotation Q.
at::Tensor rotated(const at::Tensor& diagonal) {
  at::manual_seed(2);
  const at::Tensor q =
      std::get<0>(at::linalg_qr(at::randn({diagonal.size(0), diagonal.size(0)}, at::kDouble)));
  return q.matmul(at::diag(diagonal)).matmul(q.t());
}

Product product_of(const at::Tensor& matrix) {
  return [matrix](const at::Tensor& v) { return matrix.matmul(v); };
}

at::Tensor start(std::int64_t size) {
  return random_direction(0, "start", 0, size, at::kDouble);
}

TEST(Spectrum, PowerIterationFindsTheLargestEigenvalue) {
  const Eigenpair pair = power_iteration(product_of(rotated(diagonal_of({10, 5, 1, 0.1, -2}))), start(5), {});
  EXPECT_TRUE(pair.converged);
  EXPECT_NEAR(pair.value, 10, 0.01);
  EXPECT_LT(pair.residual, 0.05);
  EXPECT_NEAR(pair.vector.norm().item<double>(), 1, 1e-12);
  EXPECT_LT(pair.iterations, 30);
}

TEST(Spectrum, SlowConvergenceIsReported) {
  // A gap of 4 % to eigenvalues of both signs: 40 products do not settle it.
  PowerOptions options;
  options.iterations = 40;
  options.tolerance = 1e-9;
  const Product product = product_of(rotated(diagonal_of({10, 9.6, -9.6, 9.5, 3, 1})));
  const Eigenpair slow = power_iteration(product, start(6), options);
  EXPECT_FALSE(slow.converged);
  EXPECT_EQ(slow.iterations, 40);
  EXPECT_GT(slow.residual, 0);
  options.iterations = 2000;
  const Eigenpair settled = power_iteration(product, start(6), options);
  EXPECT_TRUE(settled.converged);
  EXPECT_NEAR(settled.value, 10, 1e-5);
}

TEST(Spectrum, EqualMagnitudesOfBothSignsNeverConverge) {
  const Eigenpair pair = power_iteration(product_of(rotated(diagonal_of({7, -7, 1}))), start(3), {});
  EXPECT_FALSE(pair.converged);
  EXPECT_EQ(pair.iterations, 200);
  EXPECT_GT(pair.residual, 0.05);
}

TEST(Spectrum, NegativeDominantIsSaidAndTheLargestFound) {
  PowerOptions options;
  options.iterations = 2000;
  options.tolerance = 1e-6;
  const LargestEigenvalue found =
      largest_eigenvalue(product_of(rotated(diagonal_of({-20, 6, 1, 0.5}))), start(4), options);
  ASSERT_TRUE(found.negative.has_value());
  EXPECT_NEAR(found.negative->value, -20, 1e-3);
  EXPECT_TRUE(found.largest.converged);
  EXPECT_NEAR(found.largest.value, 6, 1e-3);
  const LargestEigenvalue plain =
      largest_eigenvalue(product_of(rotated(diagonal_of({20, -6, 1}))), start(3), {});
  EXPECT_FALSE(plain.negative.has_value());
}

TEST(Spectrum, ZeroMatrixIsZeroAndConverged) {
  const Eigenpair pair = power_iteration(product_of(at::zeros({4, 4}, at::kDouble)), start(4), {});
  EXPECT_EQ(pair.value, 0);
  EXPECT_EQ(pair.residual, 0);
  EXPECT_TRUE(pair.converged);
}

TEST(Spectrum, DeflationFindsTheFirstEigenvaluesInTurn) {
  PowerOptions options;
  options.tolerance = 1e-8;
  options.iterations = 2000;
  std::vector<at::Tensor> starts;
  for (std::size_t i = 0; i < 4; ++i) starts.push_back(random_direction(1, "start", i, 6, at::kDouble));
  const auto pairs = top_eigenvalues(product_of(rotated(diagonal_of({9, -6, 4, 2, 1, 0}))), starts, options);
  const double expected[] = {9, -6, 4, 2};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_TRUE(pairs[i].converged);
    EXPECT_NEAR(pairs[i].value, expected[i], 1e-4);
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_NEAR(inner_product(pairs[i].vector, pairs[j].vector), 0, 1e-10);
  }
}

TEST(Spectrum, TraceOfADiagonalMatrixIsExactForEveryProbe) {
  const Product product = product_of(at::diag(diagonal_of({3, -1, 0.5, 8})));
  const TraceEstimate trace = estimate_trace(
      product, [](std::size_t i) { return random_signs(0, "probe", i, 4, at::kDouble); }, 5);
  EXPECT_DOUBLE_EQ(trace.value, 10.5);
  EXPECT_DOUBLE_EQ(trace.standard_error, 0);
}

TEST(Spectrum, TraceLiesWithinItsStandardError) {
  const at::Tensor matrix = rotated(at::arange(1, 41, at::kDouble));
  const TraceEstimate trace = estimate_trace(
      product_of(matrix), [](std::size_t i) { return random_signs(4, "probe", i, 40, at::kDouble); }, 400);
  EXPECT_NEAR(trace.value, 820, 4 * trace.standard_error);
  // Var = 2 (|H|_F^2 - sum of squared diagonal entries) for probes of signs.
  const double variance = 2 * (matrix.pow(2).sum() - matrix.diagonal().pow(2).sum()).item<double>();
  EXPECT_NEAR(trace.standard_error, std::sqrt(variance / 400), 0.15 * std::sqrt(variance / 400));
}

TEST(Spectrum, LanczosQuadratureHasTheMomentsOfTheSpectrum) {
  const at::Tensor diagonal = at::cat({at::linspace(0, 1, 60, at::kDouble), diagonal_of({5, 9, -2})});
  const std::int64_t n = diagonal.size(0);
  const SpectralDensity density = spectral_density(
      product_of(rotated(diagonal)),
      [&](std::size_t i) { return random_signs(0, "probe", i, n, at::kDouble); }, 200, 12);
  double mass = 0, mean = 0, square = 0;
  for (std::size_t i = 0; i < density.nodes.size(); ++i) {
    mass += density.weights[i];
    mean += density.weights[i] * density.nodes[i];
    square += density.weights[i] * density.nodes[i] * density.nodes[i];
  }
  EXPECT_NEAR(mass, 1, 1e-10);
  EXPECT_NEAR(mean, diagonal.mean().item<double>(), 0.03);
  EXPECT_NEAR(square, diagonal.pow(2).mean().item<double>(), 0.3);
  EXPECT_NEAR(density.nodes.back(), 9, 1e-3);
  EXPECT_NEAR(density.nodes.front(), -2, 1e-3);
}

TEST(Spectrum, LanczosEndsWhereTheSpaceIsExhausted) {
  const SpectralDensity density = spectral_density(
      product_of(at::diag(diagonal_of({2, 2, 5}))),
      [](std::size_t i) { return random_signs(0, "probe", i, 3, at::kDouble); }, 1, 20);
  ASSERT_EQ(density.nodes.size(), 2U);
  EXPECT_NEAR(density.nodes[0], 2, 1e-12);
  EXPECT_NEAR(density.weights[0], 2.0 / 3, 1e-12);
}

TEST(Spectrum, RandomVectorsAreFunctionsOfTheirName) {
  const at::Tensor signs = random_signs(1, "probe", 3, 1000, at::kFloat);
  EXPECT_TRUE(at::equal(signs, random_signs(1, "probe", 3, 1000, at::kFloat)));
  EXPECT_TRUE(at::equal(signs.abs(), at::ones({1000})));
  EXPECT_LT(std::abs(signs.mean().item<double>()), 0.12);
  EXPECT_LT(std::abs(inner_product(signs, random_signs(1, "probe", 4, 1000, at::kFloat))), 130);
  // A longer vector begins as a shorter one does.
  EXPECT_TRUE(at::equal(signs.narrow(0, 0, 77), random_signs(1, "probe", 3, 77, at::kFloat)));
}

}  // namespace
}  // namespace dissent::spectrum_test
