// Barriers, alignment, Grad-CAM and gradient variance, against values that are known or computed by hand.
#include <cmath>

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include "dissent/core/random.h"
#include "dissent/geometry/barrier.h"
#include "dissent/geometry/cka.h"
#include "dissent/geometry/grad_cam.h"
#include "dissent/geometry/gradient_variance.h"
#include "dissent/shapes/shapes.h"
#include "geometry_support.h"

namespace dissent::diagnostics_test {
namespace {

using namespace test;

TEST(LossPath, BarrierIsTheMostAboveTheLineBetweenTheEnds) {
  const LossPath path = loss_path({1, 3, 2.5, 2});
  EXPECT_DOUBLE_EQ(path.barrier, 3 - (1 + 1.0 / 3));
  EXPECT_DOUBLE_EQ(path.at, 1.0 / 3);
  const LossPath valley = loss_path({2, 1, 2});
  EXPECT_EQ(valley.barrier, 0);
  EXPECT_EQ(valley.at, 0);
}

TEST(LossPath, OfALinearModelWithoutHiddenLayersHasNoBarrier) {
  // Softmax regression is convex: the loss lies below the line everywhere, and the ends are the two models'
  // own.
  const auto network = double_network("linear", {{6}, 5});
  const auto state = [&](std::uint64_t seed) {
    network->initialise(seed);
    std::vector<at::Tensor> tensors;
    for (const NamedTensor& entry : network->state()) tensors.push_back(3 * entry.tensor.detach());
    return tensors;
  };
  const std::vector<at::Tensor> from = state(1), to = state(2);
  const PathData data{random_batches({20, 10}, {6}, 5), {}};
  const Barrier barrier =
      loss_barrier(*network, from, to, 9, [&](double) -> const PathData& { return data; });
  EXPECT_EQ(barrier.interpolated.barrier, 0);
  EXPECT_EQ(barrier.interpolated.losses, barrier.reestimated.losses);  // there are no statistics
  const auto loss_of = [&](const std::vector<at::Tensor>& weights) {
    const c10::NoGradGuard no_grad;
    for (std::size_t i = 0; i < weights.size(); ++i) network->state()[i].tensor.copy_(weights[i]);
    return mean_loss(*network, data.evaluation);
  };
  EXPECT_NEAR(barrier.interpolated.losses.front(), loss_of(from), 1e-12);
  EXPECT_NEAR(barrier.interpolated.losses.back(), loss_of(to), 1e-12);
}

TEST(Statistics, ReestimatedAreTheMeansOverBatchesByTheirSizes) {
  const auto network = double_network("resnet8", {{3, 8, 8}, 5});
  const std::vector<LabelledItems> batches = random_batches({6, 2}, {3, 8, 8}, 5);
  reestimate_statistics(*network, std::vector<at::Tensor>{batches[0].inputs, batches[1].inputs});
  const at::Tensor kernel = network->parameters()[0].tensor.detach();
  at::Tensor mean = at::zeros({16}, at::kDouble), variance = at::zeros({16}, at::kDouble);
  for (const LabelledItems& batch : batches) {
    const at::Tensor out = at::conv2d(batch.inputs, kernel, {}, 1, 1).transpose(0, 1).flatten(1);
    const double share = static_cast<double>(batch.inputs.size(0)) / 8;
    mean += share * out.mean(1);
    variance += share * out.var(1, /*unbiased=*/true);
  }
  for (const NamedTensor& entry : network->buffers()) {
    if (entry.name != "bn1.running_mean" && entry.name != "bn1.running_var") continue;
    EXPECT_LT(relative_error(entry.tensor, entry.name == "bn1.running_mean" ? mean : variance), 1e-10);
  }
}

at::Tensor waves(std::int64_t columns, double (*wave)(double), double row, double column, double shift) {
  const at::Tensor values = at::empty({12, columns}, at::kDouble);
  auto cells = values.accessor<double, 2>();
  for (std::int64_t a = 0; a < 12; ++a) {
    for (std::int64_t b = 0; b < columns; ++b) {
      cells[a][b] = wave(row * static_cast<double>(a) + column * static_cast<double>(b) + shift);
    }
  }
  return values;
}

TEST(Cka, HasItsKnownValues) {
  const Alignment found = linear_cka(waves(3, std::sin, 3, 1, 1), waves(4, std::cos, 1, 2, 0));
  EXPECT_NEAR(found.biased, 0.0075758524, 1e-10);
  EXPECT_NEAR(found.debiased, -0.1666661459, 1e-10);
}

TEST(Cka, IgnoresRotationScaleAndShift) {
  at::manual_seed(1);
  const at::Tensor x = at::randn({40, 6}, at::kDouble);
  const at::Tensor rotation = std::get<0>(at::linalg_qr(at::randn({6, 6}, at::kDouble)));
  const Alignment found = linear_cka(x, 3 * x.matmul(rotation) + 7);
  EXPECT_NEAR(found.biased, 1, 1e-12);
  EXPECT_NEAR(found.debiased, 1, 1e-12);
}

TEST(Cka, OfAConstantIsUndefined) {
  EXPECT_TRUE(std::isnan(linear_cka(at::ones({8, 2}, at::kDouble), at::rand({8, 2}, at::kDouble)).biased));
}

// Two maps of 2 x 2: the input's channels times 1 and 2; logits W f + b of their means f.
class MapNetwork final : public Network {
 public:
  MapNetwork() : Network(at::kCPU) {
    scale_ = parameter("scale", {1, 2, 1, 1}, {Initial::Kind::ones});
    weight_ = parameter("fc.weight", {2, 2}, {Initial::Kind::ones});
    const c10::NoGradGuard no_grad;
    scale_.copy_(at::tensor({1.0F, 2.0F}).view({1, 2, 1, 1}));
    weight_.copy_(at::tensor({1.0F, -0.5F, 0.25F, 1.0F}).view({2, 2}));
  }
  Forward forward(const at::Tensor& x, bool /*training*/) override {
    const at::Tensor maps = x * scale_;
    const at::Tensor features = maps.mean({2, 3});
    return {features.matmul(weight_.t()), features, maps};
  }

 private:
  at::Tensor scale_, weight_;
};

// Of one image of 2 x 2 pixels and 2 channels, not normalised (mean 0, SD 1 of values in [0, 1]).
CamMaps maps_of(std::vector<std::uint8_t> pixels) {
  const Inputs inputs = ImageInputs{2, 2, 2, std::move(pixels)};
  const auto reader = network_inputs(inputs)->reader({{0, 0}, {1, 1}});
  MapNetwork network;
  const std::uint32_t item[] = {0};
  return grad_cam(network, *reader, item, {});
}

TEST(GradCam, IsWhatAHandComputes) {
  const CamMaps maps = maps_of({255, 0, 0, 255, 0, 51, 255, 102});
  // Channel 1: (1, 0, 0, 1); channel 2: (0, 1, 0.2, 0.4), doubled (0, 2, 0.4, 0.8). Means 0.5 and 0.8; logits
  // 0.5 - 0.4 = 0.1 and 0.125 + 0.8 = 0.925: class 1. The logit's slope is W / 4 at every place, so is its
  // mean: the map is ReLU(0.25 A1 + 1 A2) / 4.
  ASSERT_EQ(maps.predicted, std::vector<std::int32_t>{1});
  const double expected[] = {0.25, 2, 0.4, 1.05};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(maps.values[i], expected[i] / 4, 1e-6);
}

TEST(GradCam, CutsNegativePartsOff) {
  const CamMaps maps = maps_of({255, 0, 0, 102, 255, 0, 255, 0});
  // Means 0.75 and 0.2; logits 0.65 and 0.3875: class 0, so that the map is ReLU(A1 - 0.5 A2) / 4; at the
  // second pixel A1 - 0.5 A2 is -0.4.
  ASSERT_EQ(maps.predicted, std::vector<std::int32_t>{0});
  EXPECT_NEAR(maps.values[0], 0.25, 1e-6);
  EXPECT_EQ(maps.values[1], 0);
}

TEST(GradCam, StabilityLeavesConstantMapsOutAndCountsThem) {
  const CamMaps a{1, 3, {1, 2, 3, 5, 5, 5, 3, 2, 1}, {0, 0, 0}};
  const CamMaps b{1, 3, {2, 4, 6, 1, 2, 3, 1, 2, 3}, {0, 0, 0}};
  const std::uint32_t all[] = {0, 1, 2}, second[] = {1};
  const MapStability found = map_stability(a, all, b, all);
  EXPECT_EQ(found.items, 2U);
  EXPECT_EQ(found.constant, 1U);
  EXPECT_NEAR(found.mean, 0, 1e-12);  // 1 and -1
  EXPECT_TRUE(std::isnan(map_stability(a, second, b, second).mean));
}

TEST(GradCam, SheetHasARowAMethodAndAColumnASeed) {
  const ImageInputs images{2, 2, 3, std::vector<std::uint8_t>(12, 100)};
  const std::vector<double> map{0, 0, 0, 1};
  const std::vector<MapRow> rows{{{map, map}}, {{map}}};
  const Image sheet = map_sheet(images, 0, rows, 2, 2);
  EXPECT_EQ(sheet.width, 4U + 3 * (160 + 4));
  EXPECT_EQ(sheet.height, 4U + 2 * (160 + 4));
  const auto pixel = [&](std::size_t x, std::size_t y) { return &sheet.pixels[(y * sheet.width + x) * 3]; };
  EXPECT_EQ(pixel(10, 10)[0], 100);                          // the image itself
  EXPECT_EQ(pixel(4 + 164 + 10, 10)[0], 45);                 // dimmed where the map is 0
  EXPECT_EQ(pixel(4 + 164 + 155, 155)[2], 185);              // white heat where it is largest
  EXPECT_EQ(pixel(4 + 2 * 164 + 10, 4 + 164 + 10)[0], 255);  // no second seed in the second row
}

// And the list of all of them.
std::pair<Dataset, std::vector<std::uint32_t>> few_shapes(std::size_t count) {
  ShapesOptions options;
  options.items = count;
  std::vector<std::uint32_t> items(count);
  std::iota(items.begin(), items.end(), 0U);
  return {shapes_dataset(generate_shapes(options)), items};
}

// Gradients at the last layer for every label, by torch; then drawn labels' gradients, one by one.
TEST(GradientVariance, ClosedFormIsThatOfDrawnGradients) {
  const auto [dataset, items] = few_shapes(12);
  const auto classes = static_cast<std::int64_t>(dataset.classes());
  at::manual_seed(9);
  const std::int64_t width = 7;
  const at::Tensor features = at::rand({12, width});
  const at::Tensor weight = at::randn({classes, width}).requires_grad_(true);
  const at::Tensor bias = at::randn({classes}).requires_grad_(true);
  const LastFeatures rows{{features.data_ptr<float>(), 12 * 7}};
  const std::vector<double> closed = gradient_variance(rows, dataset, items);
  const std::vector<double> drawn = sampled_gradient_variance(rows, dataset, items, 10000, 0);
  std::vector<double> p(dataset.classes());
  for (std::uint32_t i = 0; i < 12; ++i) {
    dataset.votes.fractions_of(i, p);
    const at::Tensor h = features[i].unsqueeze(0);
    const auto gradient_of = [&](const at::Tensor& target) {
      const at::Tensor loss = -(target * at::log_softmax(at::linear(h, weight, bias), 1)).sum();
      const auto parts = torch::autograd::grad({loss}, {weight, bias});
      return at::cat({parts[0].flatten(), parts[1]}).to(at::kDouble);
    };
    std::vector<at::Tensor> by_label;
    at::Tensor expected = at::zeros({classes * (width + 1)}, at::kDouble);
    for (std::int64_t k = 0; k < classes; ++k) {
      by_label.push_back(gradient_of(at::one_hot(at::tensor({k}), classes).to(at::kFloat)));
      expected += p[static_cast<std::size_t>(k)] * by_label.back();
    }
    // Proposition 1: on average, drawn labels give the gradient of the soft label.
    const at::Tensor soft = gradient_of(at::tensor(p, at::kFloat).unsqueeze(0));
    EXPECT_LT((soft - expected).norm().item<double>(), 1e-5);
    Draws draws(Stream(4, "labels"), i);
    const int samples = 10000;
    at::Tensor sum = at::zeros_like(expected);
    double squares = 0;
    for (int s = 0; s < samples; ++s) {
      double left = draws.unit();
      std::size_t label = 0;
      while (label + 1 < p.size() && left >= p[label]) left -= p[label++];
      sum += by_label[label];
      squares += (by_label[label] - expected).pow(2).sum().item<double>();
    }
    // The mean of 10,000 draws is off by a hundredth of their spread, about.
    EXPECT_LT((sum / samples - expected).norm().item<double>(), 0.04 * std::sqrt(closed[i]) + 1e-6);
    EXPECT_NEAR(squares / samples, closed[i], 0.05 * closed[i] + 1e-9);
    EXPECT_NEAR(drawn[i], closed[i], 0.05 * closed[i] + 1e-9);
  }
}

// Choices share one row of weights: the same by gradients of torch.
TEST(GradientVariance, OfChoicesIsThatOfTheirGradients) {
  const auto [dataset, items] = few_shapes(10);
  const auto choices = static_cast<std::int64_t>(dataset.classes());
  at::manual_seed(3);
  const std::int64_t width = 5;
  const at::Tensor features = at::randn({10, choices, width});
  const at::Tensor weight = at::randn({1, width}).requires_grad_(true),
                   bias = at::randn({1}).requires_grad_(true);
  const LastFeatures rows{{features.data_ptr<float>(), static_cast<std::size_t>(features.numel())}, true};
  const std::vector<double> closed = gradient_variance(rows, dataset, items);
  const std::vector<double> drawn = sampled_gradient_variance(rows, dataset, items, 20000, 0);
  std::vector<double> p(dataset.classes());
  for (std::uint32_t i = 0; i < 10; ++i) {
    dataset.votes.fractions_of(i, p);
    const at::Tensor logits = at::linear(features[i], weight, bias).squeeze(1);
    at::Tensor mean = at::zeros({width + 1}, at::kDouble);
    double square = 0;
    for (std::int64_t k = 0; k < choices; ++k) {
      const auto parts = torch::autograd::grad({-at::log_softmax(logits, 0)[k]}, {weight, bias}, {},
                                               /*retain_graph=*/true);
      const at::Tensor gradient = at::cat({parts[0].flatten(), parts[1]}).to(at::kDouble);
      mean += p[static_cast<std::size_t>(k)] * gradient;
      square += p[static_cast<std::size_t>(k)] * gradient.pow(2).sum().item<double>();
    }
    EXPECT_NEAR(closed[i], square - mean.pow(2).sum().item<double>(), 1e-5 * (1 + closed[i]));
    EXPECT_NEAR(drawn[i], closed[i], 0.05 * closed[i] + 1e-9);
  }
}

}  // namespace
}  // namespace dissent::diagnostics_test
