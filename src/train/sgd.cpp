#include "train/sgd.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/version.h>

namespace dissent {
namespace {

struct Factors {
  float learning_rate, momentum, weight_decay;
};

void step_on_cpu(float* w, const float* g, float* b, std::int64_t n, const Factors& f) {
  at::parallel_for(0, n, 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      b[i] = f.momentum * b[i] + (g[i] + f.weight_decay * w[i]);
      w[i] -= f.learning_rate * b[i];
    }
  });
}

}  // namespace

Sgd::Sgd(const Network& network, double momentum, double weight_decay)
    : momentum_(momentum), weight_decay_(weight_decay) {
  for (const NamedTensor& entry : network.parameters()) {
    parameters_.push_back(entry.tensor);
    buffers_.push_back(at::zeros_like(entry.tensor.detach()));
  }
  learning_rate_ = at::zeros({}, at::TensorOptions().dtype(at::kFloat).device(network.device()));
}

void Sgd::set_learning_rate(double learning_rate) {
  learning_rate_.fill_(learning_rate);
}

void Sgd::reset() {
  for (const at::Tensor& buffer : buffers_) buffer.zero_();
}

void Sgd::step() {
  const at::NoGradGuard no_grad;
  std::vector<at::Tensor> gradients;
  gradients.reserve(parameters_.size());
  for (const at::Tensor& parameter : parameters_) {
    at::Tensor gradient = parameter.grad();
    // Everything below goes through memory in order, so that layouts must agree.
    if (gradient.strides() != parameter.strides()) gradient = at::empty_like(parameter).copy_(gradient);
    gradients.push_back(std::move(gradient));
    parameter.mutable_grad().reset();
  }
#if TORCH_VERSION_MAJOR >= 2
  if (learning_rate_.is_cuda()) {
    at::_fused_sgd_(parameters_, gradients, buffers_, weight_decay_, momentum_, learning_rate_,
                    /*dampening=*/0, /*nesterov=*/false, /*maximize=*/false, /*is_first_step=*/false);
    return;
  }
#endif
  const Factors factors{learning_rate_.item<float>(), static_cast<float>(momentum_),
                        static_cast<float>(weight_decay_)};
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    step_on_cpu(parameters_[i].data_ptr<float>(), gradients[i].data_ptr<float>(),
                buffers_[i].data_ptr<float>(), parameters_[i].numel(), factors);
  }
}

}  // namespace dissent
