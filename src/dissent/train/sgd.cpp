// Stochastic gradient descent with momentum and weight decay, as torch.optim.SGD: d = g + wd w; b = mu b + d;
// w = w - lr b. One pass over the memory.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/version.h>

#include "dissent/train/optimizer.h"

namespace dissent {
namespace {

class Sgd final : public Optimizer {
 public:
  Sgd(const OptimizerOptions& options, const Network& network)
      : Optimizer(network),
        momentum_(options.momentum),
        weight_decay_(options.weight_decay),
        buffers_(remember(network, "momentum")) {}

 private:
  void move(const std::vector<at::Tensor>& gradients, const at::Tensor& rate) override {
#if TORCH_VERSION_MAJOR >= 2
    if (rate.is_cuda()) {
      at::_fused_sgd_(parameters_, gradients, buffers_, weight_decay_, momentum_, rate, /*dampening=*/0,
                      /*nesterov=*/false, /*maximize=*/false, /*is_first_step=*/false);
      return;
    }
#endif
    const auto value = rate.item<double>();
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].scalar_type() == at::kDouble) {
        move_one<double>(parameters_[i], gradients[i], buffers_[i], value);
      } else {
        move_one<float>(parameters_[i], gradients[i], buffers_[i], static_cast<float>(value));
      }
    }
  }

  template <class T>
  void move_one(const at::Tensor& parameter, const at::Tensor& gradient, const at::Tensor& buffer,
                T rate) const {
    T* w = parameter.data_ptr<T>();
    const T* g = gradient.data_ptr<T>();
    T* b = buffer.data_ptr<T>();
    const auto momentum = static_cast<T>(momentum_), weight_decay = static_cast<T>(weight_decay_);
    at::parallel_for(0, parameter.numel(), 1 << 15, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        b[i] = momentum * b[i] + (g[i] + weight_decay * w[i]);
        w[i] -= rate * b[i];
      }
    });
  }

  double momentum_, weight_decay_;
  std::vector<at::Tensor> buffers_;
};

}  // namespace

std::unique_ptr<Optimizer> make_sgd(const OptimizerOptions& options, const Network& network) {
  return std::make_unique<Sgd>(options, network);
}

}  // namespace dissent
