#include "dissent/model/frozen_conv.h"

#include <array>
#include <tuple>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

namespace dissent {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct Strides {
  std::int64_t stride, padding;
};

at::Tensor convolve(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, Strides s) {
  return at::conv2d(x, weight, bias, {s.stride, s.stride}, {s.padding, s.padding});
}

// The derivatives that `wanted` names of convolve(x, weight, bias) in direction `gradient`: by x, weight,
// bias.
std::tuple<at::Tensor, at::Tensor, at::Tensor> derivatives(const at::Tensor& gradient, const at::Tensor& x,
                                                           const at::Tensor& weight, Strides s,
                                                           std::array<bool, 3> wanted) {
  const std::int64_t channels[] = {weight.size(0)};
  return at::convolution_backward(gradient, x, weight, at::IntArrayRef(channels), {s.stride, s.stride},
                                  {s.padding, s.padding}, {1, 1}, /*transposed=*/false, {0, 0}, 1, wanted);
}

at::Tensor sum_of(const at::Tensor& a, const at::Tensor& b) {
  if (!a.defined()) return b;
  return b.defined() ? a + b : a;
}

void keep(AutogradContext* context, const variable_list& tensors, Strides s, bool by_x) {
  context->set_materialize_grads(false);
  context->save_for_backward(tensors);
  context->saved_data["stride"] = s.stride;
  context->saved_data["padding"] = s.padding;
  context->saved_data["by_x"] = by_x;
}

Strides strides_of(AutogradContext* context) {
  return {context->saved_data["stride"].toInt(), context->saved_data["padding"].toInt()};
}

// (x, weight, gradient) -> derivatives by x (where asked for), weight and bias. All three are linear in
// `gradient` and in one of x and weight, so that their own derivatives are convolutions again.
struct ConvolutionGradient : torch::autograd::Function<ConvolutionGradient> {
  static variable_list forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                               const at::Tensor& gradient, std::int64_t stride, std::int64_t padding,
                               bool by_x) {
    const Strides s{stride, padding};
    keep(context, {x, weight, gradient}, s, by_x);
    auto [dx, dweight, dbias] = derivatives(gradient, x, weight, s, {by_x, true, true});
    if (!by_x) return {dweight, dbias};
    return {dx, dweight, dbias};
  }

  static variable_list backward(AutogradContext* context, const variable_list& along) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &weight = saved[1], &gradient = saved[2];
    const Strides s = strides_of(context);
    const bool by_x = context->saved_data["by_x"].toBool();
    const at::Tensor along_x = by_x ? along[0] : at::Tensor();
    const at::Tensor along_weight = along[by_x ? 1 : 0], along_bias = along[by_x ? 2 : 1];
    at::Tensor by_input, by_weight, by_gradient;
    if (along_weight.defined()) {
      by_gradient = convolve(x, along_weight, along_bias, s);
      if (by_x) by_input = std::get<0>(derivatives(gradient, x, along_weight, s, {true, false, false}));
    } else if (along_bias.defined()) {
      by_gradient = along_bias.view({1, -1, 1, 1}).expand_as(gradient);
    }
    if (along_x.defined()) {
      by_gradient = sum_of(by_gradient, convolve(along_x, weight, {}, s));
      by_weight = std::get<1>(derivatives(gradient, along_x, weight, s, {false, true, false}));
    }
    return {by_input, by_weight, by_gradient, at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

struct Convolution2 : torch::autograd::Function<Convolution2> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                            const at::Tensor& bias, std::int64_t stride, std::int64_t padding) {
    const Strides s{stride, padding};
    keep(context, {x, weight}, s, x.requires_grad());
    return convolve(x, weight, bias, s);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const variable_list saved = context->get_saved_variables();
    const Strides s = strides_of(context);
    const bool by_x = context->saved_data["by_x"].toBool();
    variable_list found =
        ConvolutionGradient::apply(saved[0], saved[1], gradients[0], s.stride, s.padding, by_x);
    if (!by_x) found.insert(found.begin(), at::Tensor());
    found.resize(5);
    return found;
  }
};

}  // namespace

at::Tensor frozen_convolution(const at::Tensor& x, const at::Tensor& weight, const FrozenNorm& norm,
                              std::int64_t stride, std::int64_t padding) {
  const at::Tensor scale = norm.weight * (norm.variance + norm.epsilon).rsqrt();
  const at::Tensor shift = norm.bias - norm.mean * scale;
  const at::Tensor scaled = (weight * scale.view({-1, 1, 1, 1})).contiguous(x.suggest_memory_format());
  return Convolution2::apply(x, scaled, shift, stride, padding);
}

}  // namespace dissent
