#include "dissent/train/optimizer.h"

#include <stdexcept>
#include <utility>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

namespace dissent {

Optimizer::Optimizer(const Network& network) {
  for (const NamedTensor& entry : network.parameters()) parameters_.push_back(entry.tensor);
}

std::vector<at::Tensor> Optimizer::remember(const Network& network, const std::string& prefix) {
  std::vector<at::Tensor> tensors;
  for (const NamedTensor& entry : network.parameters()) {
    tensors.push_back(at::zeros_like(entry.tensor.detach()));
    state_.push_back({prefix + "/" + entry.name, tensors.back(), {}});
  }
  return tensors;
}

at::Tensor Optimizer::remember_one(const Network& network, const std::string& name) {
  state_.push_back({name, at::zeros({1}, at::TensorOptions(at::kFloat).device(network.device())), {}});
  return state_.back().tensor;
}

void Optimizer::reset() {
  for (const NamedTensor& entry : state_) entry.tensor.zero_();
}

void Optimizer::step(const at::Tensor& rate) {
  const c10::NoGradGuard no_grad;
  std::vector<at::Tensor> gradients;
  gradients.reserve(parameters_.size());
  for (const at::Tensor& parameter : parameters_) {
    at::Tensor gradient = parameter.grad();
    // Everything below goes through memory in order, so that layouts must agree.
    if (gradient.strides() != parameter.strides()) gradient = at::empty_like(parameter).copy_(gradient);
    gradients.push_back(std::move(gradient));
    parameter.mutable_grad().reset();
  }
  move(gradients, rate);
}

std::unique_ptr<Optimizer> make_optimizer(const OptimizerOptions& options, const Network& network) {
  if (options.kind == OptimizerKind::sgd) return make_sgd(options, network);
  if (options.kind == OptimizerKind::adamw) return make_adamw(options, network);
  throw std::logic_error("make_optimizer: resolve_by_model() says which one is meant");
}

}  // namespace dissent
