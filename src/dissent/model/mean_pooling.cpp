// mean: the mean of the places that are not padding.
#include <ATen/ATen.h>

namespace dissent {

at::Tensor pool_mean(const at::Tensor& hidden, const at::Tensor& mask) {
  const at::Tensor weights = mask.to(hidden.scalar_type()).unsqueeze(2);
  // Padding may hold anything, infinity included: it is replaced, not multiplied by zero.
  return hidden.masked_fill(mask.logical_not().unsqueeze(2), 0).sum(1) / weights.sum(1);
}

}  // namespace dissent
