#include "dissent/metrics/smooth_calibration.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

#include <boost/math/tools/toms748_solve.hpp>

#include "dissent/core/undefined.h"
#include "dissent/metrics/cosine_sums.h"

namespace dissent {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kReach = 8.5;  // exp(-kReach^2 / 2) = 2e-16: where a Gaussian ends

std::size_t terms_at(double sigma) {
  return static_cast<std::size_t>(std::ceil(kReach / (kPi * sigma))) + 1;
}

// a_0 + 2 sum_j a_j exp(-(pi j sigma)^2 / 2) cos(pi j t), and its integral from 0 to t.
class CosineSeries {
 public:
  CosineSeries(std::span<const double> a, double sigma) : c_(a.begin(), a.end()) {
    c_.resize(std::min(a.size(), terms_at(sigma)));
    for (std::size_t j = 1; j < c_.size(); ++j) {
      const double u = kPi * static_cast<double>(j) * sigma;
      c_[j] *= 2 * std::exp(-u * u / 2);
    }
  }

  struct Point {
    double value, integral;
  };
  Point operator()(double t) const {
    double cosine = 1, sine = 0;
    const double step_cosine = std::cos(kPi * t), step_sine = std::sin(kPi * t);
    Point point{c_[0], c_[0] * t};
    for (std::size_t j = 1; j < c_.size(); ++j) {
      const double turned = cosine * step_cosine - sine * step_sine;
      sine = sine * step_cosine + cosine * step_sine;
      cosine = turned;
      point.value += c_[j] * cosine;
      point.integral += c_[j] * sine / (kPi * static_cast<double>(j));
    }
    return point;
  }

  // The values at 0, 1/cells, ..., 1, for some number of cells from `least` up.
  std::vector<double> fine_grid(std::size_t least) const {
    constexpr std::size_t kFew = 60'000;  // products that cost less than a transform
    return c_.size() * least < kFew ? grid(least) : cosine_sums(c_, std::bit_ceil(least));
  }

  // The values at 0, 1/cells, ..., 1.
  std::vector<double> grid(std::size_t cells) const {
    const std::size_t points = cells + 1;
    std::vector<double> value(points, c_[0]), cosine(points, 1.0), sine(points, 0.0), step_cosine(points),
        step_sine(points);
    for (std::size_t g = 0; g < points; ++g) {
      step_cosine[g] = std::cos(kPi * static_cast<double>(g) / static_cast<double>(cells));
      step_sine[g] = std::sin(kPi * static_cast<double>(g) / static_cast<double>(cells));
    }
    for (std::size_t j = 1; j < c_.size(); ++j) {
      for (std::size_t g = 0; g < points; ++g) {
        const double turned = cosine[g] * step_cosine[g] - sine[g] * step_sine[g];
        sine[g] = sine[g] * step_cosine[g] + cosine[g] * step_sine[g];
        cosine[g] = turned;
        value[g] += c_[j] * turned;
      }
    }
    return value;
  }

  // Integral of the absolute value over [0, 1].
  double absolute_integral(double sigma) const {
    const std::vector<double> value = fine_grid(static_cast<std::size_t>(std::ceil(6 / sigma)) + 8);
    const std::size_t cells = value.size() - 1;
    // Where there are no items, the values are rounding errors of either sign. Looking for their zeros would
    // cost more than all the rest, and what lies between them is nothing.
    const double rounding = 1e-13 * std::accumulate(c_.begin(), c_.end(), 0.0,
                                                    [](double sum, double c) { return sum + std::abs(c); });
    const auto at = [&](std::size_t g) { return static_cast<double>(g) / static_cast<double>(cells); };
    double sum = 0, before = 0;  // before: the antiderivative at the last zero
    const auto zero_between = [&](double left, double left_value, double right, double right_value) {
      const double here = (*this)(zero(left, left_value, right, right_value)).integral;
      sum += std::abs(here - before);
      before = here;
    };
    std::size_t last = value.size();  // the last point above the rounding; none yet
    for (std::size_t g = 0; g < value.size(); ++g) {
      if (std::abs(value[g]) <= rounding) continue;
      const std::size_t left = std::exchange(last, g);
      if (left == value.size()) continue;
      if ((value[left] > 0) != (value[g] > 0)) {
        zero_between(at(left), value[left], at(g), value[g]);
      } else if (left + 1 == g && left > 0 && (value[left - 1] > 0) == (value[left] > 0)) {
        // A dip between three points of one sign may cross zero twice.
        const auto lowest = lowest_near(value, left);
        if (!lowest) continue;
        const double there = (*this)(*lowest).value;
        if ((there > 0) == (value[left] > 0)) continue;
        const std::size_t first = *lowest < at(left) ? left - 1 : left;
        zero_between(at(first), value[first], *lowest, there);
        zero_between(*lowest, there, at(first + 1), value[first + 1]);
      }
    }
    return sum + std::abs(c_[0] - before);  // the antiderivative at 1 is c_0
  }

 private:
  // The point nearest to zero of the parabola through a grid's value at g and those beside it, where it lies
  // between them and comes so near that the series may cross zero.
  static std::optional<double> lowest_near(const std::vector<double>& value, std::size_t g) {
    const double slope = (value[g + 1] - value[g - 1]) / 2, bend = value[g + 1] - 2 * value[g] + value[g - 1];
    if (bend == 0 || (bend > 0) != (value[g] > 0)) return std::nullopt;
    const double shift = -slope / bend;
    if (std::abs(shift) > 1 || std::abs(slope * shift / 2) < std::abs(value[g]) / 2) return std::nullopt;
    return (static_cast<double>(g) + shift) / static_cast<double>(value.size() - 1);
  }

  // The zero between two points of different sign (regula falsi, Illinois). An error d of it changes the
  // integral by the order of d^2.
  double zero(double left, double left_value, double right, double right_value) const {
    const double close = 1e-9 * (right - left);
    int last = 0;
    for (int i = 0; i < 60 && right - left > close; ++i) {
      const double middle = left - left_value * (right - left) / (right_value - left_value);
      const double value = (*this)(middle).value;
      if (value == 0) return middle;
      if ((value > 0) == (left_value > 0)) {
        if (middle - left <= close && last == 1) return middle;
        left = middle;
        left_value = value;
        if (last == 1) right_value /= 2;
        last = 1;
      } else {
        if (right - middle <= close && last == -1) return middle;
        right = middle;
        right_value = value;
        if (last == -1) left_value /= 2;
        last = -1;
      }
    }
    return (left + right) / 2;
  }

  std::vector<double> c_;
};

}  // namespace

SmoothCalibration::SmoothCalibration(std::span<const double> confidence, std::span<const double> outcome,
                                     Weights weights)
    : confidence_(confidence),
      outcome_(outcome),
      weights_(weights),
      total_(static_cast<double>(total_weight(weights, confidence.size()))) {}

// Masses are gathered in cells of a tenth of the width, as moments about the cell's middle, up to the
// seventh: cos(x (c + d)) is expanded in d. What that leaves out is below 1e-13 once the Gaussian has damped
// it.
template <class Mass>
std::vector<double> SmoothCalibration::coefficients(double width, const Mass& mass) const {
  constexpr std::size_t kMoments = 8, kLanes = 4;
  const auto cells = static_cast<std::size_t>(std::ceil(10 / width)) / kLanes * kLanes + kLanes;
  const double half = 0.5 / static_cast<double>(cells);
  std::vector<std::array<double, kMoments>> by_cell(cells);
  for (std::size_t i = 0; i < confidence_.size(); ++i) {
    const double m = mass(i) * static_cast<double>(weight_of(weights_, i));
    if (m == 0) continue;
    const double position = std::clamp(confidence_[i], 0.0, 1.0) * static_cast<double>(cells);
    const std::size_t cell = std::min(static_cast<std::size_t>(position), cells - 1);
    const double d = 2 * (position - static_cast<double>(cell)) - 1;  // -1 to 1 across the cell
    double power = m;
    for (double& moment : by_cell[cell]) {
      moment += power;
      power *= d;
    }
  }
  // The cells that hold anything: few, where confidences are alike.
  std::vector<std::size_t> used;
  for (std::size_t c = 0; c < cells; ++c) {
    if (std::any_of(by_cell[c].begin(), by_cell[c].end(), [](double m) { return m != 0; })) used.push_back(c);
  }
  const std::size_t padded = (used.size() + kLanes - 1) / kLanes * kLanes;  // filled up with nothing
  // [moment][used cell], each with its factor (-1)^(p/2) / p! of the cosine's or the sine's series
  std::array<std::vector<double>, kMoments> moment;
  double factorial = 1;
  for (std::size_t p = 0; p < kMoments; ++p) {
    if (p > 0) factorial *= static_cast<double>(p);
    const double factor = (p / 2 % 2 == 0 ? 1 : -1) / factorial / total_;
    moment[p].resize(padded);
    for (std::size_t c = 0; c < used.size(); ++c) moment[p][c] = by_cell[used[c]][p] * factor;
  }
  std::vector<double> cosine(padded, 1.0), sine(padded, 0.0), step_cosine(padded), step_sine(padded);
  for (std::size_t c = 0; c < used.size(); ++c) {
    const double middle = kPi * (static_cast<double>(2 * used[c] + 1) * half);
    step_cosine[c] = std::cos(middle);
    step_sine[c] = std::sin(middle);
  }
  std::vector<double> a(terms_at(width));
  for (std::size_t j = 0; j < a.size(); ++j) {
    const double x = kPi * static_cast<double>(j) * half, xx = x * x;
    std::array<double, kLanes> sums{};
    for (std::size_t c = 0; c < padded; c += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::size_t at = c + lane;
        const double even = moment[0][at] + xx * (moment[2][at] + xx * (moment[4][at] + xx * moment[6][at]));
        const double odd =
            x * (moment[1][at] + xx * (moment[3][at] + xx * (moment[5][at] + xx * moment[7][at])));
        sums[lane] += cosine[at] * even - sine[at] * odd;
        const double turned = cosine[at] * step_cosine[at] - sine[at] * step_sine[at];
        sine[at] = sine[at] * step_cosine[at] + cosine[at] * step_sine[at];
        cosine[at] = turned;
      }
    }
    a[j] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  return a;
}

void SmoothCalibration::prepare(double sigma) {
  if (width_ != 0 && sigma >= width_) return;
  // A width serves all larger ones. A pass over the items costs most where there are many, the series where
  // they are few: then it begins short.
  constexpr std::array<double, 4> kWidths = {0.16, 0.04, 0.01, 0.0025};
  const std::size_t first = confidence_.size() < 100'000 ? 0 : 2;
  const auto found =
      std::find_if(kWidths.begin() + first, kWidths.end(), [&](double width) { return width <= sigma; });
  width_ = found == kWidths.end() ? kSmallestWidth : *found;
  residual_ = coefficients(width_, [&](std::size_t i) { return confidence_[i] - outcome_[i]; });
}

double SmoothCalibration::at(double sigma) {
  sigma = std::max(sigma, kSmallestWidth);
  prepare(sigma);
  return CosineSeries(residual_, sigma).absolute_integral(sigma);
}

double SmoothCalibration::fixed_point() {
  double high = 1;  // |f - y| <= 1, so that smECE_1 <= 1
  double at_high = at(high);
  if (at_high >= high) return at_high;
  double low = high, at_low = at_high;
  while (at_low < low) {
    high = low;
    at_high = at_low;
    if (low == kSmallestWidth) return at_low;
    low = std::max(low / 2, kSmallestWidth);
    at_low = at(low);
  }
  std::uintmax_t iterations = 100;
  const auto bracket = boost::math::tools::toms748_solve(
      [&](double sigma) { return at(sigma) - sigma; }, low, high, at_low - low, at_high - high,
      boost::math::tools::eps_tolerance<double>(44), iterations);
  return (bracket.first + bracket.second) / 2;
}

SmoothCalibration::Curve SmoothCalibration::curve(double sigma, std::size_t points) {
  sigma = std::max(sigma, kSmallestWidth);
  const auto smoothed = [&](const auto& mass) {
    return CosineSeries(coefficients(sigma, mass), sigma).grid(points - 1);
  };
  Curve curve;
  curve.sigma = sigma;
  curve.density = smoothed([](std::size_t) { return 1.0; });
  curve.outcome = smoothed([&](std::size_t i) { return outcome_[i]; });
  for (std::size_t g = 0; g < points; ++g) {
    curve.confidence.push_back(static_cast<double>(g) / static_cast<double>(points - 1));
    // Below this the density is rounding of the series.
    const bool empty = curve.density[g] < 1e-9;
    curve.outcome[g] = empty ? kUndefined : std::clamp(curve.outcome[g] / curve.density[g], 0.0, 1.0);
    curve.density[g] = std::max(curve.density[g], 0.0);
  }
  return curve;
}

}  // namespace dissent
