#include "dissent/model/bert.h"

#include <cmath>
#include <limits>

#include <ATen/ATen.h>
#include <fmt/ranges.h>

#include "dissent/core/error.h"

namespace dissent {

at::Tensor Bert::Linear::operator()(const at::Tensor& x) const {
  return at::linear(x, weight, bias);
}

Bert::Bert(const BertConfig& config, const Make& make) : config_(config) {
  const std::int64_t h = config.hidden;
  const Initial normal{Initial::Kind::normal, config.initial_sd}, zeros{}, ones{Initial::Kind::ones, 0};
  const auto norm = [&](const std::string& name) {
    return LayerNorm{make(name + ".weight", {h}, ones), make(name + ".bias", {h}, zeros)};
  };
  const auto linear = [&](const std::string& name, std::int64_t in, std::int64_t out) {
    return Linear{make(name + ".weight", {out, in}, normal), make(name + ".bias", {out}, zeros)};
  };
  words_ = make("embeddings.word_embeddings.weight", {config.vocabulary, h}, normal);
  positions_ = make("embeddings.position_embeddings.weight", {config.positions, h}, normal);
  types_ = make("embeddings.token_type_embeddings.weight", {config.types, h}, normal);
  after_embeddings_ = norm("embeddings.LayerNorm");
  for (std::int64_t i = 0; i < config.layers; ++i) {
    const std::string at = fmt::format("encoder.layer.{}.", i);
    Layer& layer = layers_.emplace_back();
    layer.query = linear(at + "attention.self.query", h, h);
    layer.key = linear(at + "attention.self.key", h, h);
    layer.value = linear(at + "attention.self.value", h, h);
    layer.attention = linear(at + "attention.output.dense", h, h);
    layer.after_attention = norm(at + "attention.output.LayerNorm");
    layer.widen = linear(at + "intermediate.dense", h, config.intermediate);
    layer.narrow = linear(at + "output.dense", config.intermediate, h);
    layer.after_dense = norm(at + "output.LayerNorm");
  }
}

at::Tensor Bert::normed(const at::Tensor& x, const LayerNorm& norm) const {
  return at::layer_norm(x, {config_.hidden}, norm.weight, norm.bias, config_.epsilon);
}

// softmax(q k' / sqrt(d) + bias) v, head by head. `bias`: [B, 1, 1, L], minus infinity at padding.
at::Tensor Bert::attend(const Layer& layer, const at::Tensor& x, const at::Tensor& bias,
                        const Dropout& dropout) const {
  const std::int64_t batch = x.size(0), length = x.size(1), width = config_.hidden / config_.heads;
  // The three as one product: a GPU waits for the start of each more than for its end.
  const at::Tensor all = at::linear(x, at::cat({layer.query.weight, layer.key.weight, layer.value.weight}),
                                    at::cat({layer.query.bias, layer.key.bias, layer.value.bias}));
  const std::vector<at::Tensor> heads =  // [B, heads, L, width] each
      all.view({batch, length, 3, config_.heads, width}).permute({2, 0, 3, 1, 4}).contiguous().unbind(0);
  const double scale = 1 / std::sqrt(static_cast<double>(width));
  const at::Tensor scores = at::matmul(heads[0] * scale, heads[1].transpose(2, 3)) + bias;
  at::Tensor shares = scores.softmax(-1);
  if (dropout) shares = dropout(shares, config_.attention_dropout);
  return at::matmul(shares, heads[2]).transpose(1, 2).reshape({batch, length, config_.hidden});
}

Tokens unpacked(const at::Tensor& rows) {
  const at::Tensor mask = rows.ge(0);
  const at::Tensor tokens = rows.clamp_min(0).to(at::kLong);
  return {tokens.bitwise_right_shift(1), tokens.bitwise_and(1), mask};
}

at::Tensor Bert::forward(const Tokens& tokens, const Dropout& dropout) const {
  const auto& [ids, segments, mask] = tokens;
  const std::int64_t length = ids.size(1);
  if (length > config_.positions) {
    fail("a sequence of {} tokens, where the encoder takes {} at most", length, config_.positions);
  }
  const auto dropped = [&](const at::Tensor& y) { return dropout ? dropout(y, config_.hidden_dropout) : y; };
  at::Tensor x =
      at::embedding(words_, ids) + at::embedding(types_, segments) + positions_.slice(0, 0, length);
  x = dropped(normed(x, after_embeddings_));
  // The same type as the numbers it is added to, so that nothing is widened.
  const at::Tensor bias = at::zeros(mask.sizes(), x.options())
                              .masked_fill_(mask.logical_not(), -std::numeric_limits<double>::infinity())
                              .view({mask.size(0), 1, 1, length});
  for (const Layer& layer : layers_) {
    x = normed(x + dropped(layer.attention(attend(layer, x, bias, dropout))), layer.after_attention);
    at::Tensor wide = layer.widen(x);
    wide = config_.activation == "relu" ? at::relu(wide)
                                        : at::gelu(wide, config_.activation == "gelu" ? "none" : "tanh");
    x = normed(x + dropped(layer.narrow(wide)), layer.after_dense);
  }
  return x;
}

std::int64_t tokens_at_once(at::Device device) {
  return device.is_cuda() ? 1 << 16 : 4096;
}

}  // namespace dissent
