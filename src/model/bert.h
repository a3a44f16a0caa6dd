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

#include "model/network.h"

namespace dissent {

struct BertConfig {
  std::int64_t vocabulary = 0;
  std::int64_t hidden = 0;
  std::int64_t layers = 0;
  std::int64_t heads = 0;
  std::int64_t intermediate = 0;
  std::int64_t positions = 0;  // the longest sequence
  std::int64_t types = 2;      // segments
  double epsilon = 1e-12;      // of layer norms
  std::string activation = "gelu";
  double hidden_dropout = 0.1;
  double attention_dropout = 0.1;
  double initial_sd = 0.02;  // of new weights
};

// config.json. A model of another family, or one that does something else than BERT, is an error that names
// the key.
BertConfig read_bert_config(const std::filesystem::path& file);

class Bert {
 public:
  // How a parameter comes to be: its name, its sizes, how it starts.
  using Make = std::function<at::Tensor(std::string, std::vector<std::int64_t>, Initial)>;
  // What dropout does to a tensor in training; none in evaluation.
  using Dropout = std::function<at::Tensor(const at::Tensor&, double share)>;

  Bert(const BertConfig& config, const Make& make);

  const BertConfig& config() const { return config_; }

  // ids, segments: int64 [B, L]; mask: bool [B, L], false where a place is padding. Returns [B, L, hidden];
  // what stands at padding means nothing, and nothing depends on it.
  at::Tensor forward(const at::Tensor& ids, const at::Tensor& segments, const at::Tensor& mask,
                     const Dropout& dropout = {}) const;

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
// with or without "bert." before it. A pooler and heads in it are passed over. A parameter that is missing or
// has another shape is an error that names both.
void load_bert_weights(const std::filesystem::path& file, const std::vector<NamedTensor>& parameters);

// The mean of the places that are not padding, or the first place: [B, L, H] to [B, H].
at::Tensor pooled(const at::Tensor& hidden, const at::Tensor& mask, const std::string& pooling);

}  // namespace dissent
