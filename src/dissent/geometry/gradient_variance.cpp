#include "dissent/geometry/gradient_variance.h"

#include <algorithm>

#include "dissent/core/parallel.h"
#include "dissent/core/random.h"

namespace dissent {
namespace {

// The last layer has a row a class: its gradient is (q - e_y)(h, 1)', and the variance over labels y with
// these shares |(h, 1)|^2 (1 - |shares|^2).
double of_classes(std::span<const float> h, std::span<const double> shares) {
  double length = 1, rest = 1;
  for (const float value : h) length += static_cast<double>(value) * value;
  for (const double share : shares) rest -= share * share;
  return length * std::max(rest, 0.0);
}

// One row scores each choice by its own features: the gradient is sum_c (q_c - e_y,c) h_c, and the bias has
// none.
double of_choices(std::span<const float> h, std::span<const double> shares) {
  const std::size_t width = h.size() / shares.size();
  double sum = 0;
  for (std::size_t d = 0; d < width; ++d) {
    double mean = 0, square = 0;
    for (std::size_t c = 0; c < shares.size(); ++c) {
      const double value = h[c * width + d];
      mean += shares[c] * value;
      square += shares[c] * value * value;
    }
    sum += square - mean * mean;
  }
  return std::max(sum, 0.0);
}

// set_shares(p, item): puts the labels' shares where the annotators' are, and returns a factor.
template <class SetShares>
std::vector<double> variances(const LastFeatures& features, const Dataset& dataset,
                              std::span<const std::uint32_t> items, const SetShares& set_shares) {
  const std::size_t width = items.empty() ? 0 : features.values.size() / items.size();
  std::vector<double> result(items.size());
  parallel_ranges(items.size(), [&](std::size_t begin, std::size_t end) {
    std::vector<double> p(dataset.classes());
    for (std::size_t i = begin; i < end; ++i) {
      dataset.votes.fractions_of(items[i], p);
      const double factor = set_shares(p, items[i]);
      const auto h = features.values.subspan(i * width, width);
      result[i] = factor * (features.choices ? of_choices(h, p) : of_classes(h, p));
    }
  });
  return result;
}

}  // namespace

std::vector<double> gradient_variance(const LastFeatures& features, const Dataset& dataset,
                                      std::span<const std::uint32_t> items) {
  return variances(features, dataset, items, [](std::span<double>, std::uint32_t) { return 1.0; });
}

std::vector<double> sampled_gradient_variance(const LastFeatures& features, const Dataset& dataset,
                                              std::span<const std::uint32_t> items, std::size_t samples,
                                              std::uint64_t seed) {
  const Stream stream(seed, "gradient variance");
  // Of a drawn gradient only e_y varies, so that the labels' counts say it all.
  return variances(features, dataset, items, [&](std::span<double> p, std::uint32_t item) {
    std::vector<std::uint64_t> counts(p.size());
    Draws draws(stream, item);
    for (std::size_t s = 0; s < samples; ++s) {
      double left = draws.unit();
      std::size_t label = 0;
      while (label + 1 < p.size() && left >= p[label]) left -= p[label++];
      ++counts[label];
    }
    const auto n = static_cast<double>(samples);
    for (std::size_t k = 0; k < p.size(); ++k) p[k] = static_cast<double>(counts[k]) / n;
    return n / (n - 1);
  });
}

}  // namespace dissent
