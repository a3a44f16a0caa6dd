// Linear centred kernel alignment of two networks' features of the same items (Kornblith et al. 2019), and
// its debiased form (with the unbiased estimator of HSIC, Song et al. 2012), which is 0 on average for
// independent features.
#pragma once

#include <ATen/core/Tensor.h>

#include "dissent/diagnostics/cka_result.h"

namespace dissent {

// [items, width] each, double.
Alignment linear_cka(const at::Tensor& x, const at::Tensor& y);

}  // namespace dissent
