#include "dissent/geometry/cka.h"

#include <cmath>

#include <ATen/ATen.h>

namespace dissent {
namespace {

// From centred features, without the [items, items] kernels. The unbiased estimator leaves out the kernels'
// diagonals, that is each item's squared length.
struct Hsic {
  double biased, unbiased;
};
Hsic hsic(const at::Tensor& x, const at::Tensor& y) {
  const double n = static_cast<double>(x.size(0));
  const at::Tensor squares_x = x.pow(2).sum(1), squares_y = y.pow(2).sum(1);
  const double cross = x.t().matmul(y).pow(2).sum().item<double>();
  // Rows of the kernels sum to zero, the features being centred; without the diagonal, to minus the squares.
  const double both = (squares_x * squares_y).sum().item<double>();
  const double trace = cross - both;
  const double sums = squares_x.sum().item<double>() * squares_y.sum().item<double>();
  return {cross, (trace + sums / ((n - 1) * (n - 2)) - 2 / (n - 2) * both) / (n * (n - 3))};
}

}  // namespace

Alignment linear_cka(const at::Tensor& x, const at::Tensor& y) {
  const at::Tensor a = x - x.mean(0, true), b = y - y.mean(0, true);
  const Hsic ab = hsic(a, b), aa = hsic(a, a), bb = hsic(b, b);
  return {ab.biased / std::sqrt(aa.biased * bb.biased), ab.unbiased / std::sqrt(aa.unbiased * bb.unbiased)};
}

}  // namespace dissent
