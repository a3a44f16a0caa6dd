// The networks: shapes, initial weights as a function of the seed, and batch-norm's two modes. The numbers
// are compared with Python torch in tests/train/parity_test.py.
#include <cmath>

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "dissent/model/architectures.h"
#include "support/arrays.h"

namespace dissent::network_test {
namespace {

NetworkShape images() {
  return {{3, 16, 16}, 5};
}

TEST(Networks, EveryOneGivesLogitsAndFeatures) {
  for (const ModelEntry& model : models()) {
    if (model.takes == ModelInput::tokens) continue;  // bert_classifier_test.cpp
    const auto network = make_network(model.name, images(), at::kCPU);
    network->initialise(1);
    const Forward forward = network->forward(at::ones({4, 3, 16, 16}), false);
    EXPECT_EQ(forward.logits.sizes(), (std::vector<std::int64_t>{4, 5})) << model.name;
    EXPECT_EQ(forward.features.size(0), 4) << model.name;
    EXPECT_EQ(forward.features.size(1),
              network->parameters().back().tensor.size(0) == 5
                  ? network->parameters()[network->parameters().size() - 2].tensor.size(1)
                  : -1);
  }
}

TEST(Networks, ASeedGivesTheSameWeightsAndAnotherOneOthers) {
  const auto a = make_network("resnet8", images(), at::kCPU);
  const auto b = make_network("resnet8", images(), at::kCPU);
  a->initialise(3);
  b->initialise(3);
  for (std::size_t i = 0; i < a->parameters().size(); ++i) {
    EXPECT_TRUE(at::equal(a->parameters()[i].tensor, b->parameters()[i].tensor)) << a->parameters()[i].name;
  }
  b->initialise(4);
  EXPECT_FALSE(at::equal(a->parameters()[0].tensor, b->parameters()[0].tensor));
}

TEST(Networks, ResNet18HasTheKnownNumberOfParameters) {
  const auto network = make_network("resnet18-cifar", {{3, 32, 32}, 10}, at::kCPU);
  EXPECT_EQ(network->parameter_count(), 11173962);  // torchvision's with the 3x3 stem and 10 classes
  EXPECT_EQ(network->buffers().size(), 40U);
}

TEST(Networks, InitialConvolutionsAreKaimingNormalByFanOut) {
  const auto network = make_network("resnet18-cifar", {{3, 32, 32}, 10}, at::kCPU);
  network->initialise(0);
  for (const NamedTensor& entry : network->parameters()) {
    if (entry.tensor.dim() != 4) continue;
    const double expected = std::sqrt(
        2.0 / static_cast<double>(entry.tensor.size(0) * entry.tensor.size(2) * entry.tensor.size(3)));
    const auto n = static_cast<double>(entry.tensor.numel());
    const at::Tensor values = entry.tensor.detach().to(at::kDouble);
    EXPECT_NEAR(values.std(false).item<double>(), expected, 5 * expected / std::sqrt(2 * n)) << entry.name;
    EXPECT_NEAR(values.mean().item<double>(), 0, 5 * expected / std::sqrt(n)) << entry.name;
  }
}

TEST(Networks, TrainingMovesTheStatisticsAndEvaluationDoesNot) {
  const auto network = make_network("resnet8", images(), at::kCPU);
  network->initialise(0);
  const at::Tensor x = at::randn({8, 3, 16, 16});
  const at::Tensor mean = network->buffers()[0].tensor;
  network->forward(x, false);
  EXPECT_EQ(mean.abs().sum().item<double>(), 0);
  network->forward(x, true);
  EXPECT_GT(mean.abs().sum().item<double>(), 0);
}

TEST(Networks, UnknownNamesAndWrongInputsAreTold) {
  EXPECT_NE(test::message_of([] {
              make_network("resnet9", {{3, 8, 8}, 2}, at::kCPU);
            }).find("resnet8"),
            std::string::npos);
  EXPECT_NE(test::message_of([] {
              make_network("resnet8", {{12}, 2}, at::kCPU);
            }).find("takes images"),
            std::string::npos);
}

}  // namespace
}  // namespace dissent::network_test
