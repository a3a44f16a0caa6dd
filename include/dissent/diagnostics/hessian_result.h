// What was found of the Hessian of a run's loss on its evaluation items, or on a slice of them: eigenvalues,
// trace and spectral density, each with what is needed to judge it. docs/geometry.md has the formulas.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace dissent {

// By power iteration.
struct Eigenvalue {
  double value = 0;     // Rayleigh quotient
  double residual = 0;  // |Hv - value v| / |value|
  int iterations = 0;   // products taken
  bool converged = false;
};

// Hutchinson's estimate.
struct HessianTrace {
  double value = 0;
  double standard_error = std::numeric_limits<double>::quiet_NaN();  // of the mean over probes; NaN of one
  int probes = 0;
};

// Stochastic Lanczos quadrature: the spectrum as points with weights, which sum to 1.
struct HessianDensity {
  std::vector<double> nodes, weights;  // of all probes together, by node
  int steps = 0, probes = 0;           // Lanczos steps of each probe; probes
};

struct HessianResult {
  std::string slice = "all";  // of the evaluation items: "all", "entropy-top:0.05"
  std::size_t items = 0;
  double loss = 0;     // mean soft cross-entropy over the items
  Eigenvalue largest;  // lambda max
  // The eigenvalue of largest magnitude, where it is negative.
  std::optional<Eigenvalue> negative_dominant;
  std::vector<Eigenvalue> eigenvalues;  // of largest magnitude; empty unless several were asked for
  std::optional<HessianTrace> trace;
  std::optional<HessianDensity> density;
  std::uint64_t products = 0;            // of the Hessian with a vector, in all
  std::optional<double> tf32_deviation;  // of a product in TF32 from float32's, as a share of its length
  std::string precision;                 // "float32" or "tf32"
  double seconds = 0;
};

}  // namespace dissent
