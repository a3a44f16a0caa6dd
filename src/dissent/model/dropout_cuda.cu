// The GPU's side of dropout: the same bits as the host's.
#include "dissent/model/dropout.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAStream.h>

#include "dissent/model/dropout_bits.h"

namespace dissent {
namespace {

constexpr int kThreads = 256;

__global__ void fill(bool* keep, std::int64_t n, const std::int64_t* noise, KeepRule rule) {
  const auto block = static_cast<std::uint32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  const std::int64_t first = 8 * static_cast<std::int64_t>(block);
  if (first >= n) return;
  const PhiloxCounter bits = dropout_block(static_cast<std::uint64_t>(noise[0]),
                                           static_cast<std::uint64_t>(noise[1]), rule.site, block);
  std::uint64_t eight = 0;  // as they lie in memory
  for (int j = 0; j < 8; ++j) {
    eight |= static_cast<std::uint64_t>(sixteen_bits(bits, j) >= rule.threshold) << (8 * j);
  }
  if (first + 8 <= n) {
    *reinterpret_cast<std::uint64_t*>(keep + first) = eight;
  } else {
    for (std::int64_t i = first; i < n; ++i) keep[i] = (eight >> (8 * (i - first)) & 1) != 0;
  }
}

}  // namespace

void fill_keep_cuda(const at::Tensor& keep, const at::Tensor& noise, const KeepRule& rule) {
  const std::int64_t blocks = (keep.numel() + 7) / 8;
  const auto grid = static_cast<unsigned>((blocks + kThreads - 1) / kThreads);
  fill<<<grid, kThreads, 0, c10::cuda::getCurrentCUDAStream()>>>(
      keep.data_ptr<bool>(), keep.numel(), noise.data_ptr<std::int64_t>(), rule);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
}

}  // namespace dissent
