// What can be learnt of a symmetric matrix from products with vectors alone: its largest eigenvalues, its
// trace and the density of its spectrum. Estimates come with what is needed to judge them. docs/geometry.md
// has the formulas.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/diagnostics/hessian_result.h"

namespace dissent {

// A vector is one tensor [size], on the device where the product is taken.
using Product = std::function<at::Tensor(const at::Tensor&)>;

struct PowerOptions {
  int iterations = 200;     // at most
  double tolerance = 1e-3;  // of the relative change of the eigenvalue
  double residual = 5e-2;   // of |Hv - lambda v| / |lambda|
};

struct Eigenpair : Eigenvalue {
  at::Tensor vector;  // of length 1
};

// The eigenvalue of largest magnitude of H - shift, plus the shift, in the space orthogonal to `found`.
Eigenpair power_iteration(const Product& product, const at::Tensor& start, const PowerOptions& options,
                          const std::vector<Eigenpair>& found = {}, double shift = 0);

// The largest eigenvalue. Where the one of largest magnitude is negative, that one is reported too, and the
// largest is sought with a shift by it.
struct LargestEigenvalue {
  Eigenpair largest;
  std::optional<Eigenpair> negative;
};
LargestEigenvalue largest_eigenvalue(const Product& product, const at::Tensor& start,
                                     const PowerOptions& options);

// The `count` eigenvalues of largest magnitude, one after the other, each orthogonal to those before it.
// `first` stands for the first where it is known already.
std::vector<Eigenpair> top_eigenvalues(const Product& product, const std::vector<at::Tensor>& starts,
                                       const PowerOptions& options, std::optional<Eigenpair> first = {});

// Hutchinson's estimate: the mean of v'Hv over probes v of independent signs.
struct TraceEstimate {
  double value = 0;
  double standard_error = 0;   // NaN for one probe
  std::vector<double> probes;  // each probe's v'Hv
};
TraceEstimate estimate_trace(const Product& product, const std::function<at::Tensor(std::size_t)>& probe,
                             std::size_t probes);

// Stochastic Lanczos quadrature: the spectrum as points with weights, which sum to 1; a mean over probes.
struct SpectralDensity {
  std::vector<double> nodes, weights;  // of all probes together, by node
};
SpectralDensity spectral_density(const Product& product, const std::function<at::Tensor(std::size_t)>& probe,
                                 std::size_t probes, int steps);

// Random vectors as a function of (seed, name, index), the same on every device: independent signs, or
// directions uniform on the sphere.
at::Tensor random_signs(std::uint64_t seed, const std::string& name, std::size_t index, std::int64_t size,
                        const at::TensorOptions& options);
at::Tensor random_direction(std::uint64_t seed, const std::string& name, std::size_t index, std::int64_t size,
                            const at::TensorOptions& options);

double inner_product(const at::Tensor& a, const at::Tensor& b);  // summed in double

}  // namespace dissent
