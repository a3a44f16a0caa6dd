#include "dissent/ood/neighbours.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>

namespace dissent {
namespace {

constexpr std::size_t kBlock = 512;  // queries at a time: their similarities stay in the cache's reach

double dot_of(const float* a, const float* b, std::size_t width) {
  double sum[4] = {0, 0, 0, 0};
  std::size_t i = 0;
  for (; i + 4 <= width; i += 4) {
    for (std::size_t j = 0; j < 4; ++j)
      sum[j] += static_cast<double>(a[i + j]) * static_cast<double>(b[i + j]);
  }
  for (; i < width; ++i) sum[0] += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double inverse_length(const float* row, std::size_t width) {
  const double square = dot_of(row, row, width);
  return square > 0 ? 1 / std::sqrt(square) : 0;
}

void scale_row(const float* row, std::size_t width, double by, float* out) {
  for (std::size_t i = 0; i < width; ++i) out[i] = static_cast<float>(row[i] * by);
}

at::Tensor as_matrix(const float* data, std::size_t rows, std::size_t columns) {
  return at::from_blob(const_cast<float*>(data),
                       {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns)}, at::kFloat);
}

}  // namespace

Neighbours::Neighbours(std::span<const float> features, std::size_t width)
    : width_(width),
      count_(features.size() / width),
      unit_(features.size()),
      inverse_(count_),
      features_(features) {
  for (std::size_t i = 0; i < count_; ++i) {
    inverse_[i] = inverse_length(&features[i * width], width);
    scale_row(&features[i * width], width, inverse_[i], &unit_[i * width]);
  }
}

std::vector<double> Neighbours::distances(std::span<const float> queries, std::size_t k) const {
  const c10::NoGradGuard no_grad;
  const std::size_t n = queries.size() / width_;
  std::vector<double> result(n);
  std::vector<float> units(std::min(n, kBlock) * width_);
  const at::Tensor bank = as_matrix(unit_.data(), count_, width_);
  // No product of two rows of length 1 is further off than this.
  const float doubt = 2 * static_cast<float>(width_) * std::numeric_limits<float>::epsilon();
  for (std::size_t begin = 0; begin < n; begin += kBlock) {
    const std::size_t rows = std::min(kBlock, n - begin);
    for (std::size_t i = 0; i < rows; ++i) {
      const float* query = &queries[(begin + i) * width_];
      scale_row(query, width_, inverse_length(query, width_), &units[i * width_]);
    }
    const at::Tensor similarity = as_matrix(units.data(), rows, width_).matmul(bank.t()).contiguous();
    const float* all = similarity.data_ptr<float>();
    at::parallel_for(0, static_cast<std::int64_t>(rows), 16, [&](std::int64_t first, std::int64_t last) {
      std::vector<float> order(count_);
      std::vector<double> close;
      for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i) {
        const float* row = all + i * count_;
        order.assign(row, row + count_);
        const auto kth = order.begin() + static_cast<std::ptrdiff_t>(k - 1);
        std::nth_element(order.begin(), kth, order.end(), std::greater<>());
        const float low = *kth - doubt, high = *kth + doubt;
        const float* query = &queries[(begin + i) * width_];
        const double inverse = inverse_length(query, width_);
        std::size_t nearer = 0;  // surely among the k - 1 nearest
        close.clear();
        for (std::size_t j = 0; j < count_; ++j) {
          if (row[j] < low) continue;
          if (row[j] > high) {
            ++nearer;
            continue;
          }
          const double product = dot_of(query, &features_[j * width_], width_) * inverse * inverse_[j];
          close.push_back((inverse > 0 ? 1 : 0) + (inverse_[j] > 0 ? 1 : 0) - 2 * product);
        }
        const auto at = close.begin() + static_cast<std::ptrdiff_t>(k - 1 - nearer);
        std::nth_element(close.begin(), at, close.end());
        result[begin + i] = std::sqrt(std::max(*at, 0.0));
      }
    });
  }
  return result;
}

}  // namespace dissent
