// What moves a network's weights along their gradients: the list, and what all of them share. The learning
// rate comes as a tensor on the device, so that a recorded step takes each time what stands there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/catalog/training_choices.h"
#include "dissent/model/network.h"

namespace dissent {

struct OptimizerOptions {
  OptimizerKind kind = OptimizerKind::sgd;  // never automatic
  double momentum = 0.9;                    // sgd
  double weight_decay = 0;                  // on all parameters
  double clip = 0;                          // adamw: largest length of a gradient; 0: any

  bool operator==(const OptimizerOptions&) const = default;
};

class Optimizer {
 public:
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  // Uses the parameters' gradients, and forgets them. `rate`: a float32 scalar.
  void step(const at::Tensor& rate);
  void reset();  // as before the first step
  // All that it remembers, under names of its own.
  const std::vector<NamedTensor>& state() const { return state_; }

 protected:
  explicit Optimizer(const Network& network);
  // A tensor of each parameter's shape, zero at first, kept as PREFIX/NAME.
  std::vector<at::Tensor> remember(const Network& network, const std::string& prefix);
  at::Tensor remember_one(const Network& network, const std::string& name);
  virtual void move(const std::vector<at::Tensor>& gradients, const at::Tensor& rate) = 0;

  std::vector<at::Tensor> parameters_;

 private:
  std::vector<NamedTensor> state_;
};

std::unique_ptr<Optimizer> make_optimizer(const OptimizerOptions& options, const Network& network);

std::unique_ptr<Optimizer> make_sgd(const OptimizerOptions& options, const Network& network);
std::unique_ptr<Optimizer> make_adamw(const OptimizerOptions& options, const Network& network);

}  // namespace dissent
