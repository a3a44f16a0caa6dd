#include "dissent/geometry/spectrum.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <span>

#include <ATen/ATen.h>

#include "dissent/core/parallel.h"
#include "dissent/core/random.h"
#include "dissent/core/undefined.h"

namespace dissent {
namespace {

double length(const at::Tensor& v) {
  return std::sqrt(inner_product(v, v));
}

at::Tensor without(at::Tensor v, const std::vector<Eigenpair>& found) {
  for (const Eigenpair& pair : found) v = v - pair.vector * inner_product(pair.vector, v);
  return v;
}

// Points and weights of Gauss quadrature from the tridiagonal matrix that Lanczos leaves: its eigenvalues,
// and the squared first entries of its eigenvectors.
void add_quadrature(const std::vector<double>& diagonal, const std::vector<double>& beside,
                    std::vector<std::pair<double, double>>& points, double share) {
  const auto n = static_cast<std::int64_t>(diagonal.size());
  const at::Tensor matrix = at::zeros({n, n}, at::kDouble);
  auto cells = matrix.accessor<double, 2>();
  for (std::int64_t i = 0; i < n; ++i) {
    cells[i][i] = diagonal[static_cast<std::size_t>(i)];
    if (i + 1 < n) cells[i + 1][i] = cells[i][i + 1] = beside[static_cast<std::size_t>(i)];
  }
  const auto [values, vectors] = at::linalg_eigh(matrix);
  for (std::int64_t i = 0; i < n; ++i) {
    const double first = vectors[0][i].item<double>();
    points.emplace_back(values[i].item<double>(), share * first * first);
  }
}

}  // namespace

double inner_product(const at::Tensor& a, const at::Tensor& b) {
  return at::dot(a.to(at::kDouble), b.to(at::kDouble)).item<double>();
}

Eigenpair power_iteration(const Product& product, const at::Tensor& start, const PowerOptions& options,
                          const std::vector<Eigenpair>& found, double shift) {
  Eigenpair pair;
  at::Tensor v = without(start, found);
  v = v / length(v);
  double before = kUndefined;
  while (pair.iterations < options.iterations && !pair.converged) {
    const at::Tensor image = without(product(v), found);
    ++pair.iterations;
    pair.vector = v;
    pair.value = inner_product(v, image);
    const double distance = length(image - v * pair.value);
    pair.residual = distance == 0 ? 0 : distance / std::abs(pair.value);
    const bool settled = std::abs(pair.value - before) <= options.tolerance * std::abs(pair.value);
    pair.converged = pair.residual == 0 || (settled && pair.residual < options.residual);
    before = pair.value;
    const at::Tensor next = image - v * shift;
    const double norm = length(next);
    if (norm == 0) break;  // the start lies in the null space: zero, with residual zero
    v = next / norm;
  }
  return pair;
}

LargestEigenvalue largest_eigenvalue(const Product& product, const at::Tensor& start,
                                     const PowerOptions& options) {
  LargestEigenvalue result{power_iteration(product, start, options), {}};
  if (result.largest.value < 0) {
    result.negative = result.largest;
    result.largest = power_iteration(product, start, options, {}, result.negative->value);
  }
  return result;
}

std::vector<Eigenpair> top_eigenvalues(const Product& product, const std::vector<at::Tensor>& starts,
                                       const PowerOptions& options, std::optional<Eigenpair> first) {
  std::vector<Eigenpair> found;
  if (first) found.push_back(std::move(*first));
  while (found.size() < starts.size()) {
    found.push_back(power_iteration(product, starts[found.size()], options, found));
  }
  return found;
}

TraceEstimate estimate_trace(const Product& product, const std::function<at::Tensor(std::size_t)>& probe,
                             std::size_t probes) {
  TraceEstimate result;
  at::Tensor next = probe(0);
  for (std::size_t i = 0; i < probes; ++i) {
    const at::Tensor v = next;
    const at::Tensor image = product(v);
    if (i + 1 < probes) next = probe(i + 1);  // drawn while a GPU is at work
    result.probes.push_back(inner_product(v, image));
  }
  const auto n = static_cast<double>(probes);
  result.value = std::accumulate(result.probes.begin(), result.probes.end(), 0.0) / n;
  double squares = 0;
  for (const double value : result.probes) squares += (value - result.value) * (value - result.value);
  result.standard_error = probes < 2 ? kUndefined : std::sqrt(squares / (n - 1) / n);
  return result;
}

SpectralDensity spectral_density(const Product& product, const std::function<at::Tensor(std::size_t)>& probe,
                                 std::size_t probes, int steps) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < probes; ++i) {
    at::Tensor v = probe(i);
    v = v / length(v);
    std::vector<at::Tensor> basis;
    std::vector<double> diagonal, beside;
    for (int step = 0; step < steps; ++step) {
      basis.push_back(v);
      at::Tensor next = product(v);
      const double scale = length(next);
      diagonal.push_back(inner_product(v, next));
      // Against all directions so far, twice: in float32 they would not stay orthogonal otherwise.
      for (int round = 0; round < 2; ++round) {
        for (const at::Tensor& direction : basis) next = next - direction * inner_product(direction, next);
      }
      const double norm = length(next);
      if (step + 1 == steps || norm <= 1e-6 * scale) break;  // the rest would be rounding
      beside.push_back(norm);
      v = next / norm;
    }
    add_quadrature(diagonal, beside, points, 1 / static_cast<double>(probes));
  }
  std::sort(points.begin(), points.end());
  SpectralDensity density;
  for (const auto& [node, weight] : points) {
    density.nodes.push_back(node);
    density.weights.push_back(weight);
  }
  return density;
}

// Drawn as bits, which travel fast, and made signs where they are used.
at::Tensor random_signs(std::uint64_t seed, const std::string& name, std::size_t index, std::int64_t size,
                        const at::TensorOptions& options) {
  const Stream stream(seed, name);
  const std::int64_t blocks = (size + 127) / 128;
  const at::Tensor words = at::empty({blocks * 4, 1}, at::kInt);
  auto* out = words.data_ptr<std::int32_t>();
  parallel_ranges(static_cast<std::size_t>(blocks), [&](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) {
      const PhiloxCounter bits = stream.block(block, index);
      std::memcpy(out + 4 * block, bits.data(), sizeof bits);
    }
  });
  const at::Tensor there = words.to(options.device());
  const at::Tensor bits = at::bitwise_and(at::bitwise_right_shift(there, at::arange(32, there.options())), 1);
  return bits.flatten().narrow(0, 0, size).to(options.dtype()).mul_(2).sub_(1);
}

at::Tensor random_direction(std::uint64_t seed, const std::string& name, std::size_t index, std::int64_t size,
                            const at::TensorOptions& options) {
  constexpr std::size_t kBlock = 64;  // values of one position of the stream
  const Stream stream(seed, name);
  const at::Tensor host = at::empty({size}, at::kFloat);
  const std::span<float> out(host.data_ptr<float>(), static_cast<std::size_t>(size));
  parallel_ranges((out.size() + kBlock - 1) / kBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) {
      Draws draws(stream, index << 40 | block);
      for (float& value : out.subspan(block * kBlock, std::min(kBlock, out.size() - block * kBlock))) {
        value = static_cast<float>(draws.normal());
      }
    }
  });
  const at::Tensor v = host.to(options);
  return v / length(v);
}

}  // namespace dissent
