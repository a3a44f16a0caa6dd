// Networks and batches in double for the tests of derivatives.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include "dissent/geometry/hessian.h"
#include "dissent/model/architectures.h"

namespace dissent::test {

// 6 inputs, 12 hidden units with a smooth bend, 5 classes: 149 parameters, few enough for the whole Hessian.
class TinyNetwork final : public Network {
 public:
  TinyNetwork() : Network(at::kCPU) {
    const Initial spread{Initial::Kind::normal, 0.7};
    first_ = parameter("fc1.weight", {12, 6}, spread);
    first_bias_ = parameter("fc1.bias", {12}, spread);
    second_ = parameter("fc.weight", {5, 12}, spread);
    second_bias_ = parameter("fc.bias", {5}, spread);
  }
  Forward forward(const at::Tensor& x, bool /*training*/) override {
    const at::Tensor hidden = at::linear(x, first_, first_bias_).tanh();
    return {at::linear(hidden, second_, second_bias_), hidden, {}};
  }

 private:
  at::Tensor first_, first_bias_, second_, second_bias_;
};

inline void to_double(const Network& network) {
  for (const NamedTensor& entry : network.state())
    entry.tensor.set_data(entry.tensor.detach().to(at::kDouble));
}

// Weights of a seed, in double; batch-norm's statistics, scales and shifts as if it had been trained.
inline std::unique_ptr<Network> double_network(const std::string& model, const NetworkShape& shape) {
  std::unique_ptr<Network> network = make_network(model, shape, at::kCPU);
  network->initialise(7);
  to_double(*network);
  at::manual_seed(3);
  const c10::NoGradGuard no_grad;
  for (const NamedTensor& entry : network->state()) {
    const at::Tensor normal = at::randn(entry.tensor.sizes(), at::kDouble);
    const at::Tensor uniform = at::rand(entry.tensor.sizes(), at::kDouble);
    const bool norm = entry.name.find("bn") != std::string::npos;
    if (entry.name.ends_with("running_mean")) entry.tensor.copy_(0.3 * normal);
    if (entry.name.ends_with("running_var")) entry.tensor.copy_(0.5 + 1.5 * uniform);
    if (norm && entry.name.ends_with(".bias")) entry.tensor.copy_(0.2 * normal);
    if (norm && entry.name.ends_with(".weight")) entry.tensor.copy_(0.5 + uniform);
  }
  return network;
}

inline std::vector<LabelledItems> random_batches(const std::vector<std::int64_t>& sizes,
                                                 const std::vector<std::int64_t>& input,
                                                 std::int64_t classes) {
  at::manual_seed(5);
  std::vector<LabelledItems> batches;
  for (const std::int64_t items : sizes) {
    std::vector<std::int64_t> shape = input;
    shape.insert(shape.begin(), items);
    batches.push_back(
        {at::randn(shape, at::kDouble), at::softmax(2 * at::randn({items, classes}, at::kDouble), 1)});
  }
  return batches;
}

inline double relative_error(const at::Tensor& found, const at::Tensor& expected) {
  return ((found - expected).norm() / expected.norm()).item<double>();
}

}  // namespace dissent::test
