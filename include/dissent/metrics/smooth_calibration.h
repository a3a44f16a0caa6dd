// Smooth calibration error (smECE of Blasiok and Nakkiran), to the last digits instead of on a grid.
//
// The kernel is a Gaussian reflected at 0 and 1: the heat kernel of the interval, which is diagonal in
// cosines. With a_j = mean of (f - y) cos(pi j f), the residual smoothed at width sigma is
//   r(t) = a_0 + 2 sum_j a_j exp(-(pi j sigma)^2 / 2) cos(pi j t),
// and smECE_sigma, the integral of |r|, follows from r's antiderivative between its zeros.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dissent/stats/weights.h"

namespace dissent {

class SmoothCalibration {
 public:
  // The widths that are resolved; a fixed point below is reported as smECE at this width, which is less.
  static constexpr double kSmallestWidth = 1e-3;

  // Confidences from 0 to 1 and outcomes, which are looked at again for small widths and must outlive this.
  SmoothCalibration(std::span<const double> confidence, std::span<const double> outcome,
                    Weights weights = {});

  double at(double sigma);  // smECE_sigma; not increasing in sigma
  double fixed_point();     // smECE: the sigma at which smECE_sigma = sigma

  struct Curve {
    double sigma = 0;
    std::vector<double> confidence;  // t, equally spaced from 0 to 1
    std::vector<double> outcome;     // mean outcome near t: kernel regression; NaN where hardly any item is
    std::vector<double> density;     // of the confidences, smoothed alike
  };
  Curve curve(double sigma, std::size_t points);

 private:
  // Cosine coefficients of a weighted measure on the confidences, down to width `width`.
  template <class Mass>
  std::vector<double> coefficients(double width, const Mass& mass) const;
  void prepare(double sigma);

  std::span<const double> confidence_, outcome_;
  Weights weights_;
  double total_ = 0;
  double width_ = 0;              // smallest width that residual_ serves; 0: none yet
  std::vector<double> residual_;  // a_j
};

}  // namespace dissent
