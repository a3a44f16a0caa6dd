// Stochastic gradient descent with momentum and weight decay, as torch.optim.SGD: d = g + wd w; b = mu b + d;
// w = w - lr b. One pass over the memory, with the learning rate in a tensor on the device.
#pragma once

#include <vector>

#include <ATen/core/Tensor.h>

#include "model/network.h"

namespace dissent {

class Sgd {
 public:
  Sgd(const Network& network, double momentum, double weight_decay);

  // Uses the parameters' gradients, and forgets them.
  void step();
  void set_learning_rate(double learning_rate);  // in order with what the device does
  void reset();                                  // momentum to zero
  // The momentum of each parameter, in the order of Network::parameters().
  const std::vector<at::Tensor>& momentum() const { return buffers_; }

 private:
  std::vector<at::Tensor> parameters_;
  std::vector<at::Tensor> buffers_;
  at::Tensor learning_rate_;  // float32 scalar on the device
  double momentum_;
  double weight_decay_;
};

}  // namespace dissent
