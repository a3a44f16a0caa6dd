// The poolings of the catalogue (catalog/poolings.h): features of a sequence from those of its tokens.
#pragma once

#include <string_view>

#include <ATen/core/Tensor.h>

namespace dissent {

// `hidden`: [B, L, H], of which padding may hold anything; `mask`: bool [B, L], false at padding. Returns [B,
// H]. Throws for an unknown name.
at::Tensor pooled(const at::Tensor& hidden, const at::Tensor& mask, std::string_view pooling);

}  // namespace dissent
