// A network: named parameters and buffers, torchvision's names, and a forward pass that gives logits and
// penultimate features together. Its initial weights are a pure function of (seed, parameter name), drawn on
// the CPU, so that a seed gives the same weights on every device.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/model/bert_config.h"

namespace dissent {

// The encoder that a network on tokens is made of.
struct EncoderShape {
  BertConfig config;
  std::string pooling = "mean";
  bool choices = false;           // an item's sequences are scored against each other
  std::filesystem::path weights;  // safetensors that it starts from; empty: from the seed
  std::string hash;               // of the encoder's content
};

// What goes in and comes out: images [channels, height, width], features [dimension], features of choices
// [choices, dimension], or tokens [sequences, length]; logits [classes].
struct NetworkShape {
  std::vector<std::int64_t> input;
  std::int64_t classes = 0;
  std::optional<EncoderShape> encoder = std::nullopt;
};

// How a parameter starts.
struct Initial {
  enum class Kind { zeros, ones, normal, uniform } kind = Kind::zeros;
  double scale = 0;  // standard deviation of `normal`; bound of `uniform`
};

struct NamedTensor {
  std::string name;
  at::Tensor tensor;
  Initial initial;
};

// What a training pass draws and does beside its batch.
struct TrainingPass {
  at::Tensor noise;            // int64 [2]: the key of the run's dropout, and the step
  at::Tensor partner, lambda;  // features are mixed: lambda x + (1 - lambda) x[partner]; undefined: not
};

struct Forward {
  at::Tensor logits;    // [B, K] float32, or bfloat16 under autocast
  at::Tensor features;  // [B, F], what the last layer sees
  at::Tensor maps;      // [B, C, h, w] whose means are the features; undefined where the network has none
};

class Network {
 public:
  explicit Network(at::Device device) : device_(device) {}
  virtual ~Network() = default;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  // `x`: [B, C, H, W], [B, D], or tokens [B, S, L]. In training, batch-norm uses the batch and moves its
  // running statistics.
  virtual Forward forward(const at::Tensor& x, bool training) = 0;
  // A pass of training; networks that drop out or mix what is inside them do it here.
  virtual Forward forward_training(const at::Tensor& x, const TrainingPass&) { return forward(x, true); }
  // The same function as in evaluation, made for derivatives by the input and for second derivatives.
  virtual Forward forward_frozen(const at::Tensor& x) { return forward(x, /*training=*/false); }

  const std::vector<NamedTensor>& parameters() const { return parameters_; }  // all of them are trained
  const std::vector<NamedTensor>& buffers() const { return buffers_; }        // batch-norm's statistics
  std::vector<NamedTensor> state() const;                                     // parameters, then buffers
  std::int64_t parameter_count() const;                                       // numbers
  at::Device device() const { return device_; }

  // The weights of a seed, into the tensors that are there.
  virtual void initialise(std::uint64_t seed);

  // How far a training pass moves batch-norm's running statistics towards the batch's: 0.1 unless set.
  void set_statistics_momentum(double momentum) { statistics_momentum_ = momentum; }

 protected:
  at::Tensor parameter(std::string name, std::vector<std::int64_t> sizes, Initial initial);
  at::Tensor buffer(std::string name, std::vector<std::int64_t> sizes, Initial initial);
  static void set_initial(const NamedTensor& entry, std::uint64_t seed);
  double statistics_momentum() const { return statistics_momentum_; }

 private:
  at::Tensor allocate(const std::vector<std::int64_t>& sizes) const;
  at::Device device_;
  std::vector<NamedTensor> parameters_;
  std::vector<NamedTensor> buffers_;
  double statistics_momentum_ = 0.1;
};

}  // namespace dissent
