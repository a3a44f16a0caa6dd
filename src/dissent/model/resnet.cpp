// Residual networks of two 3x3 convolutions a block (He et al. 2016), with torchvision's names and
// initialisation: resnet18-cifar and resnet8 differ in widths and depths only.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>

#include "dissent/model/frozen_conv.h"
#include "dissent/model/network.h"

namespace dissent {
namespace {

constexpr double kBatchNormEpsilon = 1e-5;

struct Stage {
  std::int64_t width;
  std::int64_t blocks;
  std::int64_t stride;  // of its first block
};

class ResNet final : public Network {
 public:
  ResNet(const NetworkShape& shape, at::Device device, std::int64_t stem, const std::vector<Stage>& stages)
      : Network(device) {
    stem_ = convolution("conv1", shape.input.at(0), stem, 3, 1);
    stem_norm_ = batch_norm("bn1", stem);
    std::int64_t width = stem;
    for (std::size_t s = 0; s < stages.size(); ++s) {
      for (std::int64_t b = 0; b < stages[s].blocks; ++b) {
        const std::string name = "layer" + std::to_string(s + 1) + "." + std::to_string(b) + ".";
        blocks_.push_back(block(name, width, stages[s].width, b == 0 ? stages[s].stride : 1));
        width = stages[s].width;
      }
    }
    // torch's Linear: both uniform within 1 / sqrt(inputs).
    const Initial uniform{Initial::Kind::uniform, 1 / std::sqrt(static_cast<double>(width))};
    weight_ = parameter("fc.weight", {shape.classes, width}, uniform);
    bias_ = parameter("fc.bias", {shape.classes}, uniform);
  }

  Forward forward(const at::Tensor& input, bool training) override {
    const Pass pass{training, statistics_momentum()};
    at::Tensor x = stem_norm_(stem_(input), pass).relu_();
    for (const Block& block : blocks_) x = block(x, pass);
    return pooled(x);
  }

  Forward forward_frozen(const at::Tensor& input) override {
    at::Tensor x = frozen(stem_, stem_norm_, input).relu_();
    for (const Block& block : blocks_) {
      const at::Tensor y = frozen(block.first, block.first_norm, x).relu_();
      const at::Tensor shortcut =
          block.shortcut.weight.defined() ? frozen(block.shortcut, block.shortcut_norm, x) : x;
      x = (frozen(block.second, block.second_norm, y) += shortcut).relu_();
    }
    return pooled(x);
  }

 private:
  struct Convolution {
    at::Tensor weight;
    std::int64_t stride = 1;
    std::int64_t padding = 0;
    at::Tensor operator()(const at::Tensor& x) const {
      return at::conv2d(x, weight, {}, {stride, stride}, {padding, padding});
    }
  };
  struct Pass {
    bool training;
    double momentum;  // of batch-norm's statistics
  };
  struct BatchNorm {
    at::Tensor weight, bias, mean, variance;
    at::Tensor operator()(const at::Tensor& x, const Pass& pass) const {
      return at::batch_norm(x, weight, bias, mean, variance, pass.training, pass.momentum, kBatchNormEpsilon,
                            /*cudnn_enabled=*/true);
    }
  };
  struct Block {
    Convolution first, second, shortcut;  // shortcut: undefined weight where the block keeps its shape
    BatchNorm first_norm, second_norm, shortcut_norm;
    at::Tensor operator()(const at::Tensor& x, const Pass& pass) const {
      at::Tensor y = first_norm(first(x), pass).relu_();
      y = second_norm(second(y), pass);
      y += shortcut.weight.defined() ? shortcut_norm(shortcut(x), pass) : x;
      return y.relu_();
    }
  };

  static at::Tensor frozen(const Convolution& convolution, const BatchNorm& norm, const at::Tensor& x) {
    return frozen_convolution(x, convolution.weight,
                              {norm.weight, norm.bias, norm.mean, norm.variance, kBatchNormEpsilon},
                              convolution.stride, convolution.padding);
  }
  Forward pooled(const at::Tensor& maps) const {
    const at::Tensor features = maps.mean({2, 3});
    return {at::linear(features, weight_, bias_), features, maps};
  }

  Convolution convolution(const std::string& name, std::int64_t in, std::int64_t out, std::int64_t kernel,
                          std::int64_t stride) {
    const double fan_out = static_cast<double>(out * kernel * kernel);
    const Initial kaiming{Initial::Kind::normal, std::sqrt(2 / fan_out)};
    return {parameter(name + ".weight", {out, in, kernel, kernel}, kaiming), stride, kernel / 2};
  }
  BatchNorm batch_norm(const std::string& name, std::int64_t width) {
    return {parameter(name + ".weight", {width}, {Initial::Kind::ones}),
            parameter(name + ".bias", {width}, {Initial::Kind::zeros}),
            buffer(name + ".running_mean", {width}, {Initial::Kind::zeros}),
            buffer(name + ".running_var", {width}, {Initial::Kind::ones})};
  }
  Block block(const std::string& name, std::int64_t in, std::int64_t out, std::int64_t stride) {
    Block block;
    block.first = convolution(name + "conv1", in, out, 3, stride);
    block.first_norm = batch_norm(name + "bn1", out);
    block.second = convolution(name + "conv2", out, out, 3, 1);
    block.second_norm = batch_norm(name + "bn2", out);
    if (stride != 1 || in != out) {
      block.shortcut = convolution(name + "downsample.0", in, out, 1, stride);
      block.shortcut_norm = batch_norm(name + "downsample.1", out);
    }
    return block;
  }

  Convolution stem_;
  BatchNorm stem_norm_;
  std::vector<Block> blocks_;
  at::Tensor weight_, bias_;
};

}  // namespace

std::unique_ptr<Network> make_resnet18_cifar(const NetworkShape& shape, at::Device device) {
  const std::vector<Stage> stages{{64, 2, 1}, {128, 2, 2}, {256, 2, 2}, {512, 2, 2}};
  return std::make_unique<ResNet>(shape, device, 64, stages);
}

std::unique_ptr<Network> make_resnet8(const NetworkShape& shape, at::Device device) {
  const std::vector<Stage> stages{{16, 1, 1}, {32, 1, 2}, {64, 1, 2}};
  return std::make_unique<ResNet>(shape, device, 16, stages);
}

}  // namespace dissent
