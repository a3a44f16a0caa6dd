#include "geometry/gradient_variance.h"

#include <algorithm>

#include "core/parallel.h"
#include "core/random.h"

namespace dissent {
namespace {

// of_shares(p, item): 1 - |share|^2 of the labels, whatever they are; times the squared length of (h, 1).
template <class OfShares>
std::vector<double> variances(std::span<const float> features, const Dataset& dataset,
                              std::span<const std::uint32_t> items, const OfShares& of_shares) {
  const std::size_t width = items.empty() ? 0 : features.size() / items.size();
  std::vector<double> result(items.size());
  parallel_ranges(items.size(), [&](std::size_t begin, std::size_t end) {
    std::vector<double> p(dataset.classes());
    for (std::size_t i = begin; i < end; ++i) {
      double length = 1;
      for (const float h : features.subspan(i * width, width)) length += static_cast<double>(h) * h;
      dataset.votes.fractions_of(items[i], p);
      result[i] = length * of_shares(p, items[i]);
    }
  });
  return result;
}

}  // namespace

std::vector<double> gradient_variance(std::span<const float> features, const Dataset& dataset,
                                      std::span<const std::uint32_t> items) {
  return variances(features, dataset, items, [](std::span<const double> p, std::uint32_t) {
    double rest = 1;
    for (const double share : p) rest -= share * share;
    return std::max(rest, 0.0);
  });
}

std::vector<double> sampled_gradient_variance(std::span<const float> features, const Dataset& dataset,
                                              std::span<const std::uint32_t> items, std::size_t samples,
                                              std::uint64_t seed) {
  const Stream stream(seed, "gradient variance");
  // A drawn gradient is (q - e_y) times (h, 1): only e_y varies, so that its counts say it all.
  return variances(features, dataset, items, [&](std::span<const double> p, std::uint32_t item) {
    std::vector<std::uint64_t> counts(p.size());
    Draws draws(stream, item);
    for (std::size_t s = 0; s < samples; ++s) {
      double left = draws.unit();
      std::size_t label = 0;
      while (label + 1 < p.size() && left >= p[label]) left -= p[label++];
      ++counts[label];
    }
    const auto n = static_cast<double>(samples);
    double rest = 1;
    for (const std::uint64_t count : counts)
      rest -= static_cast<double>(count) * static_cast<double>(count) / (n * n);
    return std::max(rest, 0.0) * n / (n - 1);
  });
}

}  // namespace dissent
