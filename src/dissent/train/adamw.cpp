// AdamW (Loshchilov and Hutter 2019) as torch.optim.AdamW, after torch.nn.utils.clip_grad_norm_: the gradient
// g of all parameters together is shortened to length `clip` at most; then, at step t and each by itself, w =
// w - lr wd w; m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g^2; w = w - lr m / (1 - b1^t) / (sqrt(v / (1 -
// b2^t)) + eps).
#include <cmath>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/version.h>

#include "dissent/train/optimizer.h"

namespace dissent {
namespace {

constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-8;
constexpr double kClipEpsilon = 1e-6;  // added to the length, as torch does

class AdamW final : public Optimizer {
 public:
  AdamW(const OptimizerOptions& options, const Network& network)
      : Optimizer(network),
        weight_decay_(options.weight_decay),
        clip_(options.clip),
        first_(remember(network, "moment1")),
        second_(remember(network, "moment2")),
        steps_(remember_one(network, "steps")),
        same_steps_(parameters_.size(), steps_) {}

 private:
  void move(const std::vector<at::Tensor>& gradients, const at::Tensor& rate) override {
    if (clip_ > 0) shorten(gradients);
    steps_.add_(1);
#if TORCH_VERSION_MAJOR >= 2
    if (rate.is_cuda()) {
      at::_fused_adamw_(parameters_, gradients, first_, second_, /*max_exp_avg_sqs=*/{}, same_steps_, rate,
                        kBeta1, kBeta2, weight_decay_, kEpsilon, /*amsgrad=*/false, /*maximize=*/false);
      return;
    }
#endif
    const double step = steps_.item<double>();
    const Factors factors{rate.item<double>(), 1 - std::pow(kBeta1, step), 1 - std::pow(kBeta2, step)};
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].scalar_type() == at::kDouble) {
        move_one<double>(i, gradients[i], factors);
      } else {
        move_one<float>(i, gradients[i], factors);
      }
    }
  }

  void shorten(const std::vector<at::Tensor>& gradients) const {
#if TORCH_VERSION_MAJOR >= 2
    const std::vector<at::Tensor> lengths = at::_foreach_norm(gradients, 2);
#else
    std::vector<at::Tensor> lengths;
    for (const at::Tensor& gradient : gradients) lengths.push_back(gradient.norm());
#endif
    const at::Tensor factor = (clip_ / (at::stack(lengths).norm() + kClipEpsilon)).clamp_max(1);
#if TORCH_VERSION_MAJOR >= 2
    at::_foreach_mul_(gradients, factor);
#else
    for (const at::Tensor& gradient : gradients) gradient.mul_(factor);
#endif
  }

  struct Factors {
    double rate, correction1, correction2;
  };
  template <class T>
  void move_one(std::size_t number, const at::Tensor& gradient, const Factors& f) const {
    T* w = parameters_[number].data_ptr<T>();
    const T* g = gradient.data_ptr<T>();
    T* m = first_[number].data_ptr<T>();
    T* v = second_[number].data_ptr<T>();
    const auto keep = static_cast<T>(1 - f.rate * weight_decay_),
               step = static_cast<T>(f.rate / f.correction1);
    const auto root = static_cast<T>(std::sqrt(f.correction2)), epsilon = static_cast<T>(kEpsilon);
    const auto b1 = static_cast<T>(kBeta1), rest1 = static_cast<T>(1 - kBeta1);
    const auto b2 = static_cast<T>(kBeta2), rest2 = static_cast<T>(1 - kBeta2);
    at::parallel_for(0, parameters_[number].numel(), 1 << 15, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        m[i] = b1 * m[i] + rest1 * g[i];
        v[i] = b2 * v[i] + rest2 * g[i] * g[i];
        w[i] = keep * w[i] - step * m[i] / (std::sqrt(v[i]) / root + epsilon);
      }
    });
  }

  double weight_decay_, clip_;
  std::vector<at::Tensor> first_, second_;
  at::Tensor steps_;                    // how many were taken
  std::vector<at::Tensor> same_steps_;  // the same tensor, once a parameter
};

}  // namespace

std::unique_ptr<Optimizer> make_adamw(const OptimizerOptions& options, const Network& network) {
  return std::make_unique<AdamW>(options, network);
}

}  // namespace dissent
