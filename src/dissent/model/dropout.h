// Dropout from a run's own stream: which numbers stay is a function of (key, step, which dropout of the
// network, place), the same on every device, so that a resumed run drops what it would have dropped.
#pragma once

#include <cstdint>
#include <utility>

#include <ATen/core/Tensor.h>

namespace dissent {

class Dropout {
 public:
  // `noise`: int64 [2], key and step, on the device of what is dropped; read when the work is done.
  explicit Dropout(at::Tensor noise) : noise_(std::move(noise)) {}

  // x where it stays, divided by the chance of that; zero elsewhere. Each call is the network's next dropout.
  at::Tensor operator()(const at::Tensor& x, double share);

 private:
  at::Tensor noise_;
  std::uint32_t site_ = 0;
};

// Eight numbers a block of 128 random bits: number i stays where its 16 bits are not below `threshold`.
struct KeepRule {
  std::uint32_t site = 0;
  std::uint32_t threshold = 0;  // of 65,536
};
// `keep`: bool, contiguous.
void fill_keep(const at::Tensor& keep, const at::Tensor& noise, const KeepRule& rule);
void fill_keep_cuda(const at::Tensor& keep, const at::Tensor& noise, const KeepRule& rule);

}  // namespace dissent
