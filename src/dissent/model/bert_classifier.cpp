// bert: an encoder of texts with a linear layer on what it makes of them, all of it trained. Names, and of
// the first token's features the pooler, are those of Hugging Face's classifiers.
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>

#include "dissent/catalog/poolings.h"
#include "dissent/model/bert.h"
#include "dissent/model/dropout.h"
#include "dissent/model/network.h"
#include "dissent/model/pooling.h"

namespace dissent {
namespace {

class BertClassifier final : public Network {
 public:
  BertClassifier(const NetworkShape& shape, at::Device device)
      : Network(device),
        encoder_(*shape.encoder),
        bert_(encoder_.config,
              [this](const std::string& name, std::vector<std::int64_t> sizes, Initial initial) {
                return parameter("bert." + name, std::move(sizes), initial);
              }) {
    const std::int64_t h = encoder_.config.hidden;
    const Initial normal{Initial::Kind::normal, encoder_.config.initial_sd};
    if (find_pooling(encoder_.pooling).has_pooler) {
      pooler_weight_ = parameter("bert.pooler.dense.weight", {h, h}, normal);
      pooler_bias_ = parameter("bert.pooler.dense.bias", {h}, {});
    }
    apart_ = shape.input[0] == 2 && !encoder_.choices;
    weight_ =
        parameter("classifier.weight", {encoder_.choices ? 1 : shape.classes, apart_ ? 4 * h : h}, normal);
    bias_ = parameter("classifier.bias", {encoder_.choices ? 1 : shape.classes}, {});
  }

  // What the encoder's file has comes from there, the rest from the seed.
  void initialise(std::uint64_t seed) override {
    if (encoder_.weights.empty()) return Network::initialise(seed);
    std::vector<NamedTensor> pretrained;
    for (const NamedTensor& entry : parameters()) {
      const bool head = entry.name.starts_with("classifier.");
      if (head || entry.name.starts_with("bert.pooler.")) set_initial(entry, seed);
      if (!head)
        pretrained.push_back({entry.name.substr(std::string_view("bert.").size()), entry.tensor, {}});
    }
    load_bert_weights(encoder_.weights, pretrained);
  }

  Forward forward(const at::Tensor& x, bool /*training*/) override { return run(x, nullptr); }
  Forward forward_training(const at::Tensor& x, const TrainingPass& pass) override { return run(x, &pass); }

 private:
  Forward run(const at::Tensor& x, const TrainingPass* pass) {
    const std::int64_t items = x.size(0), sequences = x.size(1);
    const Tokens tokens = unpacked(x.reshape({items * sequences, x.size(2)}));
    Bert::Dropout dropout;
    if (pass != nullptr) dropout = Dropout(pass->noise);
    at::Tensor features = pooled(bert_.forward(tokens, dropout), tokens.mask, encoder_.pooling);
    if (pooler_weight_.defined()) features = at::linear(features, pooler_weight_, pooler_bias_).tanh();
    if (apart_) {
      const at::Tensor pairs = features.view({items, 2, -1});
      const at::Tensor u = pairs.select(1, 0), v = pairs.select(1, 1);
      features = at::cat({u, v, (u - v).abs(), u * v}, 1);
    }
    features = features.view({items, -1});
    if (pass != nullptr && pass->partner.defined()) {
      features = at::lerp(features.index_select(0, pass->partner), features,
                          pass->lambda.to(features.scalar_type()));
    }
    at::Tensor seen = dropout ? dropout(features, encoder_.config.classifier_dropout) : features;
    if (encoder_.choices) seen = seen.view({items, sequences, -1});
    const at::Tensor logits = at::linear(seen, weight_, bias_);
    return {encoder_.choices ? logits.squeeze(2) : logits, features, {}};
  }

  EncoderShape encoder_;
  Bert bert_;
  at::Tensor pooler_weight_, pooler_bias_, weight_, bias_;
  bool apart_ = false;  // an item is two texts, each encoded by itself: [u, v, |u - v|, u v]
};

}  // namespace

std::unique_ptr<Network> make_bert_classifier(const NetworkShape& shape, at::Device device) {
  return std::make_unique<BertClassifier>(shape, device);
}

}  // namespace dissent
