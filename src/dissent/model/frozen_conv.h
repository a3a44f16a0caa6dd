// Convolution and batch-norm with frozen statistics as one convolution: the norm is then a scale and a shift
// of each output channel, and goes into weight and bias. Derivatives of weight, scale and shift are those of
// the two layers. Made for second derivatives: torch takes the weight's second derivative through a
// convolution whose kernel is the whole image; here every derivative is one of the three convolutions of
// training, which libraries do well.
#pragma once

#include <cstdint>

#include <ATen/core/Tensor.h>

namespace dissent {

struct FrozenNorm {
  at::Tensor weight, bias, mean, variance;  // [C]
  double epsilon = 0;
};

// Of square kernels. The layout in memory is that of `x`.
at::Tensor frozen_convolution(const at::Tensor& x, const at::Tensor& weight, const FrozenNorm& norm,
                              std::int64_t stride, std::int64_t padding);

}  // namespace dissent
