// Networks of linear layers, for feature vectors (images are flattened): mlp and linear, initialised as
// torch's Linear.
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <ATen/ATen.h>

#include "dissent/model/network.h"

namespace dissent {
namespace {

class Dense final : public Network {
 public:
  // fc1, fc2, ... with a ReLU after each of `hidden`, then fc.
  Dense(const NetworkShape& shape, at::Device device, const std::vector<std::int64_t>& hidden)
      : Network(device) {
    choices_ = shape.input.size() == 2;
    std::int64_t width = choices_ ? shape.input[1]
                                  : std::accumulate(shape.input.begin(), shape.input.end(), std::int64_t{1},
                                                    std::multiplies<>());
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      layers_.push_back(linear("fc" + std::to_string(i + 1), width, hidden[i]));
      width = hidden[i];
    }
    layers_.push_back(linear("fc", width, choices_ ? 1 : shape.classes));
  }

  Forward forward(const at::Tensor& input, bool /*training*/) override {
    at::Tensor x = choices_ ? input : input.flatten(1);
    for (std::size_t i = 0; i + 1 < layers_.size(); ++i) x = layers_[i](x).relu_();
    const at::Tensor logits = layers_.back()(x);
    return choices_ ? Forward{logits.squeeze(2), x.flatten(1), {}} : Forward{logits, x, {}};
  }

 private:
  struct Linear {
    at::Tensor weight, bias;
    at::Tensor operator()(const at::Tensor& x) const { return at::linear(x, weight, bias); }
  };
  Linear linear(const std::string& name, std::int64_t in, std::int64_t out) {
    const Initial uniform{Initial::Kind::uniform, 1 / std::sqrt(static_cast<double>(in))};
    return {parameter(name + ".weight", {out, in}, uniform), parameter(name + ".bias", {out}, uniform)};
  }
  std::vector<Linear> layers_;
  bool choices_ = false;  // an item is several choices [C, D], each scored by the same layers: logits [B, C]
};

}  // namespace

std::unique_ptr<Network> make_mlp(const NetworkShape& shape, at::Device device) {
  return std::make_unique<Dense>(shape, device, std::vector<std::int64_t>{256, 256});
}

std::unique_ptr<Network> make_linear(const NetworkShape& shape, at::Device device) {
  return std::make_unique<Dense>(shape, device, std::vector<std::int64_t>{});
}

}  // namespace dissent
