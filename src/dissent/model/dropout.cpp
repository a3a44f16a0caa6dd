#include "dissent/model/dropout.h"

#include <cmath>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include "dissent/model/dropout_bits.h"

namespace dissent {

at::Tensor Dropout::operator()(const at::Tensor& x, double share) {
  const std::uint32_t site = site_++;
  const auto threshold = static_cast<std::uint32_t>(std::lround(share * 65536));
  if (threshold == 0) return x;
  const at::Tensor keep = at::empty(x.sizes(), x.options().dtype(at::kBool).requires_grad(false));
  fill_keep(keep, noise_, {site, threshold});
  // x * keep * scale in one pass, and its derivative: what torch's own dropout is made of.
  return at::native_dropout_backward(x, keep, 65536.0 / (65536 - threshold));
}

void fill_keep(const at::Tensor& keep, const at::Tensor& noise, const KeepRule& rule) {
#ifdef DISSENT_CUDA
  if (keep.is_cuda()) return fill_keep_cuda(keep, noise, rule);
#endif
  const std::int64_t* state = noise.data_ptr<std::int64_t>();
  const auto key = static_cast<std::uint64_t>(state[0]), step = static_cast<std::uint64_t>(state[1]);
  bool* out = keep.data_ptr<bool>();
  const std::int64_t n = keep.numel();
  at::parallel_for(0, (n + 7) / 8, 1 << 12, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t block = begin; block < end; ++block) {
      const PhiloxCounter bits = dropout_block(key, step, rule.site, static_cast<std::uint32_t>(block));
      for (std::int64_t j = 0; j < 8 && 8 * block + j < n; ++j) {
        out[8 * block + j] = sixteen_bits(bits, j) >= rule.threshold;
      }
    }
  });
}

}  // namespace dissent
