// The encoder as a network that is trained: what is dropped, mixed, scored against each other, and where its
// weights come from. Its numbers stand beside torch's own layers in tests/cli/finetune_test.py.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "dissent/model/architectures.h"
#include "dissent/model/dropout.h"

namespace dissent::bert_classifier_test {
namespace {

NetworkShape shape(std::int64_t sequences, bool choices = false, double dropout = 0.1) {
  EncoderShape encoder;
  encoder.config.vocabulary = 20;
  encoder.config.hidden = 8;
  encoder.config.layers = 2;
  encoder.config.heads = 2;
  encoder.config.intermediate = 12;
  encoder.config.positions = 16;
  encoder.config.initial_sd = 0.5;
  encoder.config.hidden_dropout = encoder.config.attention_dropout = encoder.config.classifier_dropout =
      dropout;
  encoder.choices = choices;
  return {{sequences, 16}, choices ? sequences : 3, encoder};
}

// Rows as padded_row() makes them: the first `length` places are tokens.
at::Tensor tokens(std::int64_t items, std::int64_t sequences, std::int64_t length, std::int64_t padded) {
  const at::Tensor rows = at::full({items, sequences, padded}, -1, at::kInt);
  const at::Tensor ids = at::arange(items * sequences * length, at::kInt).mul_(7).remainder_(40);
  rows.narrow(2, 0, length).copy_(ids.view({items, sequences, length}));
  return rows;
}

at::Tensor noise(std::int64_t key, std::int64_t step) {
  return at::tensor({key, step}, at::kLong);
}

double largest(const at::Tensor& difference) {
  return difference.abs().max().item<double>();
}

TEST(BertClassifier, DropoutIsOfTheRunAndTheStep) {
  const auto network = make_network("bert", shape(1), at::kCPU);
  network->initialise(1);
  const at::Tensor x = tokens(4, 1, 9, 16);
  const auto logits = [&](std::int64_t key, std::int64_t step) {
    return network->forward_training(x, {noise(key, step), {}, {}}).logits;
  };
  const at::Tensor off = network->forward(x, true).logits;
  EXPECT_TRUE(at::equal(off, network->forward(x, false).logits));
  EXPECT_TRUE(at::equal(logits(5, 2), logits(5, 2)));
  EXPECT_GT(largest(logits(5, 2) - logits(5, 3)), 1e-3);
  EXPECT_GT(largest(logits(5, 2) - logits(6, 2)), 1e-3);
  EXPECT_GT(largest(logits(5, 2) - off), 1e-3);
  const auto without = make_network("bert", shape(1, false, 0), at::kCPU);
  without->initialise(1);
  EXPECT_TRUE(at::equal(without->forward_training(x, {noise(5, 2), {}, {}}).logits, off));
}

TEST(Dropout, KeepsTheMeanAndIsNewAtEverySite) {
  Dropout dropout(noise(3, 0));
  const at::Tensor x = at::ones({200'000});
  const at::Tensor a = dropout(x, 0.3), b = dropout(x, 0.3);
  EXPECT_NEAR(a.mean().item<double>(), 1, 0.008);  // five standard errors
  EXPECT_NEAR((a == 0).to(at::kDouble).mean().item<double>(), 0.3, 0.006);
  const double both = a.eq(0).logical_and(b.eq(0)).to(at::kDouble).mean().item<double>();
  EXPECT_NEAR(both, 0.09, 0.004);
  const at::Tensor y = at::ones({1000}).requires_grad_(true);
  const at::Tensor dropped = dropout(y, 0.3);
  dropped.sum().backward();
  EXPECT_TRUE(at::equal(y.grad(), dropped.detach()));  // what was dropped has no gradient, the rest the scale
}

TEST(BertClassifier, PaddingChangesNothing) {
  for (const bool choices : {false, true}) {
    const auto network = make_network("bert", shape(2, choices), at::kCPU);
    network->initialise(1);
    const Forward tight = network->forward(tokens(3, 2, 9, 9), false);
    const Forward wide = network->forward(tokens(3, 2, 9, 16), false);
    EXPECT_LT(largest(tight.logits - wide.logits), 1e-6);
    EXPECT_LT(largest(tight.features - wide.features), 1e-6);
  }
}

TEST(BertClassifier, ChoicesAreScoredAlike) {
  const auto network = make_network("bert", shape(2, true), at::kCPU);
  network->initialise(1);
  const at::Tensor x = tokens(3, 2, 9, 16);
  const at::Tensor logits = network->forward(x, false).logits;
  ASSERT_EQ(logits.sizes(), (std::vector<std::int64_t>{3, 2}));
  EXPECT_LT(largest(network->forward(x.flip(1), false).logits - logits.flip(1)), 1e-6);
}

TEST(BertClassifier, FeaturesAreMixed) {
  const auto network = make_network("bert", shape(1, false, 0), at::kCPU);
  network->initialise(1);
  const at::Tensor x = tokens(3, 1, 9, 16), partner = at::tensor({2, 0, 1}, at::kLong);
  const at::Tensor plain = network->forward(x, false).features;
  const Forward mixed = network->forward_training(x, {noise(1, 1), partner, at::full({1}, 0.7)});
  EXPECT_LT(largest(mixed.features - (0.7 * plain + 0.3 * plain.index_select(0, partner))), 1e-6);
  const at::Tensor logits = network->forward(x, false).logits;  // the head is linear
  EXPECT_LT(largest(mixed.logits - (0.7 * logits + 0.3 * logits.index_select(0, partner))), 1e-5);
}

TEST(BertClassifier, TakesTokensAndNothingElse) {
  EXPECT_ANY_THROW(make_network("bert", {{3, 16, 16}, 3}, at::kCPU));
  EXPECT_ANY_THROW(make_network("mlp", shape(1), at::kCPU));
}

}  // namespace
}  // namespace dissent::bert_classifier_test
