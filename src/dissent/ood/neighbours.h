// Distances to the k-th nearest of many features, all of length 1: products of matrices in float32 narrow the
// candidates down, and those that could be the k-th are measured in double, so that the answer is that of
// brute force in double.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dissent {

class Neighbours {
 public:
  // `features` [count, width] of any length; a zero stays zero.
  Neighbours(std::span<const float> features, std::size_t width);

  std::size_t size() const { return count_; }
  // Of each query [n, width], the distance to its k-th nearest feature, 1 <= k <= size().
  std::vector<double> distances(std::span<const float> queries, std::size_t k) const;

 private:
  std::size_t width_, count_;
  std::vector<float> unit_;      // [count, width] rows of length 1
  std::vector<double> inverse_;  // [count] 1 / length; 0 of a zero
  std::span<const float> features_;
};

}  // namespace dissent
