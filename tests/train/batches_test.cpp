// What a network sees: normalised, cropped, flipped and mixed inputs, the same from the host's and the
// device's kind of batches.
#include "dissent/train/batches.h"

#include <vector>

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "dissent/train/run_data.h"
#include "dissent/train/train_selftest.h"
#include "train/train_support.h"

namespace dissent::batches_test {
namespace {
using test::small_shapes;
using test::small_spec;

TEST(Inputs, TrainingPixelsHaveMeanZeroAndDeviationOne) {
  const RunData data(small_shapes(), small_spec(small_shapes()));
  const at::Tensor all = data.reader().allocate(static_cast<std::int64_t>(data.split().train.size()));
  data.reader().read(data.split().train, all);
  for (std::int64_t c = 0; c < 3; ++c) {
    const at::Tensor channel = all.select(1, c).to(at::kDouble);
    EXPECT_NEAR(channel.mean().item<double>(), 0, 1e-6);
    EXPECT_NEAR(channel.std(false).item<double>(), 1, 1e-6);
  }
}

TEST(Inputs, CropAndFlipByHand) {
  // One image of 2 x 3 pixels with values 1 .. 6, padded by 1; identity normalisation but for the scale.
  Inputs inputs = ImageInputs{2, 3, 1, {1, 2, 3, 4, 5, 6}};
  const auto reader = network_inputs(inputs)->reader({{0.0}, {1.0 / 255}});
  EpochPlan plan;
  plan.position = {0, 0};
  plan.row_start = {0, 2};
  plan.column_start = {2, 0 + 3 - 1};
  plan.column_step = {1, -1};
  const at::Tensor batch = reader->allocate(2);
  const std::vector<std::uint32_t> items{0};
  reader->read_augmented(items, plan, 0, 1, batch);
  const at::Tensor expected = at::tensor({0., 0., 0., 2., 3., 0.,  // a row above, one column to the right
                                          5., 4., 0., 0., 0., 0.},
                                         at::kFloat)
                                  .view({2, 1, 2, 3});
  EXPECT_TRUE(at::allclose(batch, expected, 1e-6, 1e-6)) << batch;
}

TEST(Inputs, FeaturesAreStandardised) {
  Inputs inputs = FeatureInputs{2, {1, 5, 3, 5, 100, 7}};
  const std::vector<std::uint32_t> train{0, 1};
  const NetworkInputsPointer features = network_inputs(inputs);
  const auto reader = features->reader(features->normalisation(train));
  const at::Tensor batch = reader->allocate(3);
  const std::vector<std::uint32_t> all{0, 1, 2};
  reader->read(all, batch);
  const at::Tensor expected =
      at::tensor({-1., 0., 1., 0., 98., 2.}, at::kFloat).view({3, 2});  // a constant: sd 1
  EXPECT_TRUE(at::equal(batch, expected)) << batch;
}

// Every check of the program's own, on the CPU; among them that both kinds of batches agree for every
// delivery.
TEST(Selftest, PassesOnTheCpu) {
  prepare_torch(test::on_cpu());
  int checks = 0;
  selftest(false, [&](const SelfCheck& check) {
    ++checks;
    EXPECT_TRUE(check.passed) << check.name << ": " << check.detail;
  });
  EXPECT_GT(checks, 15);
}

}  // namespace
}  // namespace dissent::batches_test
