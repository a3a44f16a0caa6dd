#include "dissent/metrics/cosine_sums.h"

#include <bit>
#include <cmath>
#include <complex>
#include <numbers>

namespace dissent {
namespace {

// exp(2 pi i k / size) for the first half of the circle.
std::vector<std::complex<double>> unit_roots(std::size_t size) {
  std::vector<std::complex<double>> roots(size / 2);
  for (std::size_t k = 0; k < roots.size(); ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size);
    roots[k] = {std::cos(angle), std::sin(angle)};
  }
  return roots;
}

// The roots of the sizes that are asked for again and again are kept.
class Roots {
 public:
  explicit Roots(std::size_t size) : stride_(1) {
    constexpr std::size_t kKept = 1 << 14;
    if (size <= kKept) {
      static const std::vector<std::complex<double>> kept = unit_roots(kKept);
      roots_ = kept;
      stride_ = kKept / size;
    } else {
      own_ = unit_roots(size);
      roots_ = own_;
    }
  }
  Roots(const Roots&) = delete;
  Roots& operator=(const Roots&) = delete;
  std::complex<double> operator()(std::size_t k) const { return roots_[k * stride_]; }

 private:
  std::vector<std::complex<double>> own_;
  std::span<const std::complex<double>> roots_;
  std::size_t stride_;
};

// The place of k with its bits in the opposite order.
std::size_t reversed(std::size_t k, int bits) {
  std::size_t out = 0;
  for (int b = 0; b < bits; ++b, k >>= 1) out = out << 1 | (k & 1);
  return out;
}

// sum_j x_j exp(2 pi i j k / size) for every k, in place (Cooley and Tukey, radix 2); x comes with its places
// reversed. `roots` are those of a circle of twice the size.
void transform(std::span<std::complex<double>> x, const Roots& roots) {
  for (std::size_t half = 1; half < x.size(); half *= 2) {
    const std::size_t step = x.size() / half;
    for (std::size_t begin = 0; begin < x.size(); begin += 2 * half) {
      for (std::size_t k = 0; k < half; ++k) {
        const std::complex<double> root = roots(k * step), even = x[begin + k], there = x[begin + k + half];
        // Written out: the operator of std::complex looks for infinities.
        const std::complex<double> odd{there.real() * root.real() - there.imag() * root.imag(),
                                       there.real() * root.imag() + there.imag() * root.real()};
        x[begin + k] = even + odd;
        x[begin + k + half] = even - odd;
      }
    }
  }
}

}  // namespace

std::vector<double> cosine_sums(std::span<const double> coefficients, std::size_t cells) {
  // Coefficients of even and of odd j go through the transform together, as real and imaginary parts, and are
  // told apart by symmetry.
  const int bits = std::countr_zero(cells);
  const Roots roots(2 * cells);
  std::vector<std::complex<double>> x(cells);
  for (std::size_t j = 0; j < coefficients.size(); j += 2) {
    x[reversed(j / 2, bits)] = {coefficients[j], j + 1 < coefficients.size() ? coefficients[j + 1] : 0.0};
  }
  transform(x, roots);
  std::vector<double> values(cells + 1);
  for (std::size_t g = 0; g <= cells; ++g) {
    const std::complex<double> here = x[g % cells], mirrored = std::conj(x[(cells - g) % cells]);
    const std::complex<double> even = (here + mirrored) / 2.0, odd_i = (here - mirrored) / 2.0;
    const std::complex<double> root = g < cells ? roots(g) : std::complex<double>(-1, 0);
    // The real part of even + root * odd, where odd = odd_i / i.
    values[g] = even.real() + root.real() * odd_i.imag() + root.imag() * odd_i.real();
  }
  return values;
}

}  // namespace dissent
