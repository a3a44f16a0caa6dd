#include "dissent/metrics/calibration.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "dissent/core/random.h"
#include "dissent/metrics/smooth_calibration.h"

namespace dissent::calibration_test {
namespace {

struct Sample {
  std::vector<double> f, y;
};
// The sample of the definitions: sum of y is 69.
Sample golden(bool soft) {
  Sample sample;
  for (int i = 0; i < 200; ++i) {
    const double f = (i + 0.5) / 200, turn = 0.6180339887498949 * i;
    sample.f.push_back(f);
    sample.y.push_back(soft ? f * f : static_cast<double>(turn - std::floor(turn) < f * f));
  }
  return sample;
}

double ece_of(const Sample& sample, std::size_t bins, bool tie_safe = false) {
  return ece(SortedOutcomes(sample.f, sample.y).bins(bins, tie_safe));
}

TEST(Calibration, TheValuesOfTheDefinitions) {
  const Sample sample = golden(false), soft = golden(true);
  EXPECT_EQ(std::count(sample.y.begin(), sample.y.end(), 1.0), 69);
  EXPECT_NEAR(ece_of(sample, 15), 0.164325, 1e-6);
  EXPECT_NEAR(ece_of(sample, 10), 0.155, 1e-12);
  SmoothCalibration smooth(sample.f, sample.y);
  EXPECT_NEAR(smooth.fixed_point(), 0.155, 1e-9);
  EXPECT_NEAR(smooth.at(0.05), 0.157309, 1e-6);
  EXPECT_NEAR(smooth.at(0.1), 0.155, 1e-6);
  EXPECT_NEAR(SmoothCalibration(soft.f, soft.y).fixed_point(), 0.16666875, 1e-9);
}

TEST(Calibration, BinSizesDifferByOneAndTheFirstAreLarger) {
  const Sample sample = golden(false);
  const auto bins = SortedOutcomes(sample.f, sample.y).bins(15, false);
  ASSERT_EQ(bins.size(), 15U);
  for (std::size_t b = 0; b < 15; ++b) EXPECT_EQ(bins[b].items, b < 200 % 15 ? 14 : 13);
  EXPECT_EQ(bins[0].low, sample.f[0]);
  EXPECT_EQ(bins[14].high, sample.f[199]);
  const Sample few{{0.5, 0.7}, {0, 1}};
  EXPECT_EQ(SortedOutcomes(few.f, few.y).bins(15, false).size(), 2U);  // no empty bins
}

TEST(Calibration, BinsWithoutSortingAreTheSame) {
  Sample sample = golden(false);
  std::swap(sample.f[3], sample.f[150]);
  std::swap(sample.y[3], sample.y[150]);
  const auto sorted = SortedOutcomes(sample.f, sample.y).bins(15, false);
  const auto straight = calibration_bins(sample.f, sample.y, 15);
  ASSERT_EQ(straight.size(), sorted.size());
  for (std::size_t b = 0; b < sorted.size(); ++b) {
    EXPECT_EQ(straight[b].items, sorted[b].items);
    EXPECT_EQ(straight[b].low, sorted[b].low);
    EXPECT_EQ(straight[b].high, sorted[b].high);
    EXPECT_DOUBLE_EQ(straight[b].confidence, sorted[b].confidence);
    EXPECT_DOUBLE_EQ(straight[b].outcome, sorted[b].outcome);
  }
}

TEST(Calibration, TieSafeBinsDoNotDependOnTheOrderOfTheItems) {
  Draws draws(Stream(1, "test"), 0);
  Sample sample;
  for (int i = 0; i < 300; ++i) {
    sample.f.push_back(0.25 * static_cast<double>(1 + draws.below(4)));
    sample.y.push_back(static_cast<double>(draws.below(2)));
  }
  const double before = ece_of(sample, 15), safe = ece_of(sample, 15, true);
  Sample turned;
  for (std::size_t i = 300; i-- > 0;) {
    turned.f.push_back(sample.f[i]);
    turned.y.push_back(sample.y[i]);
  }
  EXPECT_NE(ece_of(turned, 15), before);
  EXPECT_NEAR(ece_of(turned, 15, true), safe, 1e-14);
}

TEST(Calibration, AWeightIsSoManyCopies) {
  Draws draws(Stream(2, "test"), 0);
  Sample sample, copies;
  std::vector<std::uint32_t> weights;
  for (int i = 0; i < 157; ++i) {
    sample.f.push_back(0.1 * std::floor(10 * draws.unit()));
    sample.y.push_back(static_cast<double>(draws.unit() < sample.f.back()));
    weights.push_back(static_cast<std::uint32_t>(draws.below(4)));
    copies.f.insert(copies.f.end(), weights.back(), sample.f.back());
    copies.y.insert(copies.y.end(), weights.back(), sample.y.back());
  }
  for (const bool tie_safe : {false, true}) {
    EXPECT_NEAR(ece(SortedOutcomes(sample.f, sample.y).bins(15, tie_safe, weights)),
                ece_of(copies, 15, tie_safe), 1e-14);
  }
  EXPECT_NEAR(SmoothCalibration(sample.f, sample.y, weights).fixed_point(),
              SmoothCalibration(copies.f, copies.y).fixed_point(), 1e-13);
}

// The definition, slowly: the sum over items and mirror images on a fine grid, trapezoids.
double smooth_by_hand(const Sample& sample, double sigma, std::size_t cells) {
  double sum = 0;
  for (std::size_t g = 0; g <= cells; ++g) {
    const double t = static_cast<double>(g) / static_cast<double>(cells);
    double value = 0;
    for (std::size_t i = 0; i < sample.f.size(); ++i) {
      double kernel = 0;
      const int reach = 1 + static_cast<int>(5 * sigma);  // mirror images farther off weigh nothing
      for (int image = -reach; image <= reach; ++image) {
        for (const double mirrored : {sample.f[i], -sample.f[i]}) {
          const double z = (t - mirrored - 2 * image) / sigma;
          kernel += std::exp(-z * z / 2);
        }
      }
      value += (sample.f[i] - sample.y[i]) * kernel;
    }
    value /= static_cast<double>(sample.f.size()) * sigma * std::sqrt(2 * std::numbers::pi);
    sum += std::abs(value) * (g == 0 || g == cells ? 0.5 : 1);
  }
  return sum / static_cast<double>(cells);
}

TEST(SmoothCalibration, IsTheIntegralOfItsDefinition) {
  Draws draws(Stream(3, "test"), 0);
  for (const bool edges : {false, true}) {
    Sample sample;
    for (int i = 0; i < 40; ++i) {
      sample.f.push_back(edges ? static_cast<double>(draws.below(2)) : draws.unit());
      sample.y.push_back(static_cast<double>(draws.below(2)));
    }
    SmoothCalibration smooth(sample.f, sample.y);
    for (const double sigma : {0.7, 0.2, 0.05, 0.012, 0.006}) {
      EXPECT_NEAR(smooth.at(sigma), smooth_by_hand(sample, sigma, 10000), 1e-6) << sigma;
    }
  }
}

TEST(SmoothCalibration, FallsWithTheWidthAndNeverBelowTheMeanResidual) {
  Draws draws(Stream(4, "test"), 0);
  Sample sample;
  double mean = 0;
  for (int i = 0; i < 500; ++i) {
    sample.f.push_back(std::pow(draws.unit(), 0.2));
    sample.y.push_back(static_cast<double>(draws.unit() < sample.f.back() * sample.f.back()));
    mean += (sample.f.back() - sample.y.back()) / 500;
  }
  SmoothCalibration smooth(sample.f, sample.y);
  double last = 1;
  for (double sigma = 0.002; sigma < 1; sigma *= 1.5) {
    const double here = smooth.at(sigma);
    EXPECT_LE(here, last + 1e-13);
    EXPECT_GE(here, std::abs(mean) - 1e-13);
    last = here;
  }
  const double fixed = smooth.fixed_point();
  EXPECT_NEAR(smooth.at(fixed), fixed, 1e-11);
}

TEST(SmoothCalibration, PerfectAndHopeless) {
  const Sample right{{1, 1, 1}, {1, 1, 1}}, wrong{{1, 1, 1}, {0, 0, 0}}, even{{0.5, 0.5}, {0, 1}};
  EXPECT_NEAR(SmoothCalibration(right.f, right.y).fixed_point(), 0, 1e-15);
  EXPECT_NEAR(SmoothCalibration(wrong.f, wrong.y).fixed_point(), 1, 1e-12);
  EXPECT_NEAR(SmoothCalibration(even.f, even.y).fixed_point(), 0, 1e-15);
}

// Confidences that equal their outcomes, or all but: the width becomes the smallest there is, and away from
// the few confidences everything is rounding. Each once took a third of a second.
TEST(SmoothCalibration, EndsSoonWhateverTheConfidences) {
  const std::vector<Sample> samples = {{{1 - 1e-9, 1 - 1e-12, 1.0}, {1, 1, 1}},
                                       {{0.999, 1.0, 1.0}, {1, 1, 1}},
                                       {{1e-300, 1.0, 0.5}, {0, 1, 0.5}},
                                       {{0.2, 0.8}, {0.2001, 0.7999}},
                                       {{0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}}};
  const auto start = std::chrono::steady_clock::now();
  for (int again = 0; again < 20; ++again) {
    for (const Sample& sample : samples) {
      double residual = 0;
      for (std::size_t i = 0; i < sample.f.size(); ++i) residual += std::abs(sample.f[i] - sample.y[i]);
      residual /= static_cast<double>(sample.f.size());
      // So far below the smallest width, what is smoothed of single confidences does not overlap.
      EXPECT_NEAR(SmoothCalibration(sample.f, sample.y).fixed_point(), residual, 1e-12 + 1e-9 * residual);
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(8));
}

TEST(SmoothCalibration, ItsCurveIsTheKernelRegression) {
  Sample sample;
  for (int i = 0; i < 400; ++i) {
    sample.f.push_back(0.3 + 0.4 * i / 399);
    sample.y.push_back(sample.f.back());
  }
  const auto curve = SmoothCalibration(sample.f, sample.y).curve(0.02, 101);
  EXPECT_NEAR(curve.outcome[50], 0.5, 1e-3);
  EXPECT_NEAR(curve.density[50], 1 / 0.4, 0.02);
  EXPECT_TRUE(std::isnan(curve.outcome[0]));
  EXPECT_NEAR(curve.density[0], 0, 1e-12);
}

}  // namespace
}  // namespace dissent::calibration_test
