// BERT's encoder (Devlin et al. 2019), which MiniLM and many others share: token, position and segment
// embeddings, then layers of self-attention and a dense block, each with a residual and a layer norm after
// it. Parameters have Hugging Face's names, and come from its files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/model/bert_config.h"
#include "dissent/model/network.h"
#include "dissent/run/train_options.h"

namespace dissent {

struct Tokens {
  at::Tensor ids, segments;  // int64 [B, L]
  at::Tensor mask;           // bool [B, L], false where a position is padding
};
// Of rows as padded_row() makes them, [B, L].
Tokens unpacked(const at::Tensor& rows);

class Bert {
 public:
  // How a parameter comes to be: its name, its sizes, how it starts.
  using Make = std::function<at::Tensor(std::string, std::vector<std::int64_t>, Initial)>;
  // What dropout does to a tensor in training; none in evaluation.
  using Dropout = std::function<at::Tensor(const at::Tensor&, double share)>;

  Bert(const BertConfig& config, const Make& make);

  const BertConfig& config() const { return config_; }

  // Returns [B, L, hidden]; what stands at padding means nothing, and nothing depends on it.
  at::Tensor forward(const Tokens& tokens, const Dropout& dropout = {}) const;

 private:
  struct Linear {
    at::Tensor weight, bias;
    at::Tensor operator()(const at::Tensor& x) const;
  };
  struct LayerNorm {
    at::Tensor weight, bias;
  };
  struct Layer {
    Linear query, key, value, attention;
    LayerNorm after_attention;
    Linear widen, narrow;
    LayerNorm after_dense;
  };
  at::Tensor normed(const at::Tensor& x, const LayerNorm& norm) const;
  at::Tensor attend(const Layer& layer, const at::Tensor& x, const at::Tensor& bias,
                    const Dropout& dropout) const;

  BertConfig config_;
  at::Tensor words_, positions_, types_;
  LayerNorm after_embeddings_;
  std::vector<Layer> layers_;
};

// Weights of a safetensors file (float32, float16, bfloat16 or float64) into the parameters of the same name,
// with or without "bert." before it. Heads in it are passed over. A parameter that is missing or has another
// shape is an error that names both; only a pooler may be missing, and stays as it is.
void load_bert_weights(const std::filesystem::path& file, const std::vector<NamedTensor>& parameters);

// config.json of an encoder that was trained with a head on it: what was read, and what the head is.
std::string classifier_config(const std::filesystem::path& original, const EncoderShape& shape,
                              const EncoderOptions& options, const std::vector<std::string>& classes);
EncoderShape read_classifier_shape(const std::filesystem::path& file);

std::int64_t tokens_at_once(at::Device device);  // in a pass without gradients, padding included

}  // namespace dissent
