#include "train/sgd.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>
#include <torch/version.h>

namespace dissent {
namespace {

template <class T>
struct Factors {
  T learning_rate, momentum, weight_decay;
};

template <class T>
void step_on_cpu(const at::Tensor& parameter, const at::Tensor& gradient, const at::Tensor& buffer,
                 const Factors<T>& f) {
  T* w = parameter.data_ptr<T>();
  const T* g = gradient.data_ptr<T>();
  T* b = buffer.data_ptr<T>();
  at::parallel_for(0, parameter.numel(), 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      b[i] = f.momentum * b[i] + (g[i] + f.weight_decay * w[i]);
      w[i] -= f.learning_rate * b[i];
    }
  });
}

template <class T>
void step_all(const std::vector<at::Tensor>& parameters, const std::vector<at::Tensor>& gradients,
              const std::vector<at::Tensor>& buffers, const Factors<double>& f) {
  const Factors<T> factors{static_cast<T>(f.learning_rate), static_cast<T>(f.momentum),
                           static_cast<T>(f.weight_decay)};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    step_on_cpu<T>(parameters[i], gradients[i], buffers[i], factors);
  }
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
#if TORCH_VERSION_MAJOR >= 2
  if (learning_rate_.is_cuda()) {
    at::_fused_sgd_(parameters_, gradients, buffers_, weight_decay_, momentum_, learning_rate_,
                    /*dampening=*/0, /*nesterov=*/false, /*maximize=*/false, /*is_first_step=*/false);
    return;
  }
#endif
  const Factors<double> factors{learning_rate_.item<double>(), momentum_, weight_decay_};
  if (parameters_.front().scalar_type() == at::kDouble) {
    step_all<double>(parameters_, gradients, buffers_, factors);
  } else {
    step_all<float>(parameters_, gradients, buffers_, factors);
  }
}

}  // namespace dissent
