// Hessian-vector products against finite differences and against the whole Hessian.
#include "dissent/geometry/hessian.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include "dissent/geometry/spectrum.h"
#include "geometry_support.h"

namespace dissent::hessian_test {
namespace {

using namespace test;

const NetworkShape kSmallImages{{3, 8, 8}, 5};

TEST(FrozenForward, IsTheNetworkInEvaluation) {
  for (const char* model : {"resnet8", "resnet18-cifar", "mlp"}) {
    const auto network = double_network(model, kSmallImages);
    for (const bool channels_last : {false, true}) {
      at::Tensor x = random_batches({3}, kSmallImages.input, 5)[0].inputs;
      if (channels_last) x = x.contiguous(at::MemoryFormat::ChannelsLast);
      const Forward expected = network->forward(x, false);
      const Forward found = network->forward_frozen(x);
      EXPECT_LT(relative_error(found.logits, expected.logits), 1e-12) << model;
      EXPECT_LT(relative_error(found.features, expected.features), 1e-12) << model;
      EXPECT_EQ(found.maps.defined(), expected.maps.defined());
    }
  }
}

TEST(FrozenForward, HasTheGradientsOfTheNetworkInEvaluation) {
  const auto network = double_network("resnet8", kSmallImages);
  const LabelledItems batch = random_batches({4}, kSmallImages.input, 5)[0];
  std::vector<at::Tensor> by;
  for (const NamedTensor& entry : network->parameters()) by.push_back(entry.tensor);
  const at::Tensor x = batch.inputs.clone().requires_grad_(true);
  by.push_back(x);
  const auto loss = [&](const Forward& forward) {
    return (batch.targets * at::log_softmax(forward.logits, 1)).sum();
  };
  const auto expected = torch::autograd::grad({loss(network->forward(x, false))}, by);
  const auto found = torch::autograd::grad({loss(network->forward_frozen(x))}, by);
  for (std::size_t i = 0; i < by.size(); ++i) EXPECT_LT(relative_error(found[i], expected[i]), 1e-10) << i;
}

// A second derivative is the slope of the gradient.
TEST(Hessian, ProductIsTheSlopeOfTheGradient) {
  const auto network = double_network("resnet8", kSmallImages);
  const std::vector<LabelledItems> batches = random_batches({4, 3}, kSmallImages.input, 5);
  const Hessian hessian(*network, batches);
  const at::Tensor v = random_direction(0, "v", 0, hessian.size(), hessian.options());
  const at::Tensor product = hessian.product(v);
  const double step = 1e-6;  // short enough for most ReLUs to stay as they are
  const auto gradient_at = [&](double t) {
    const auto move = [&](double by) {
      const c10::NoGradGuard no_grad;
      std::int64_t at = 0;
      for (const NamedTensor& entry : network->parameters()) {
        entry.tensor.add_(v.narrow(0, at, entry.tensor.numel()).view(entry.tensor.sizes()), by);
        at += entry.tensor.numel();
      }
    };
    move(t);
    const at::Tensor gradient = Hessian(*network, batches).gradient();
    move(-t);
    return gradient;
  };
  const at::Tensor slope = (gradient_at(step) - gradient_at(-step)) / (2 * step);
  EXPECT_LT(relative_error(product, slope), 1e-6);
}

TEST(Hessian, IsTheSameHoweverItemsAreBatchedAndGraphsKept) {
  const auto network = double_network("resnet8", kSmallImages);
  const std::vector<LabelledItems> one = random_batches({7}, kSmallImages.input, 5);
  std::vector<LabelledItems> parts;
  for (const auto& [begin, count] : {std::pair{0, 3}, std::pair{3, 3}, std::pair{6, 1}}) {
    parts.push_back({one[0].inputs.narrow(0, begin, count), one[0].targets.narrow(0, begin, count)});
  }
  const Hessian whole(*network, one), kept(*network, parts), fresh(*network, parts, /*keep=*/false);
  EXPECT_EQ(kept.recomputed(), 0U);
  EXPECT_EQ(fresh.recomputed(), 3U);
  EXPECT_EQ(whole.items(), 7);
  EXPECT_NEAR(whole.loss(), kept.loss(), 1e-12);
  const at::Tensor v = random_signs(0, "v", 0, whole.size(), whole.options());
  EXPECT_LT(relative_error(kept.product(v), whole.product(v)), 1e-12);
  EXPECT_LT(relative_error(fresh.product(v), whole.product(v)), 1e-12);
  EXPECT_LT(relative_error(kept.product(v), kept.product(v)), 1e-15);  // a graph serves many times
}

// All second derivatives, one by one, by torch.
at::Tensor whole_hessian(Network& network, const LabelledItems& batch) {
  std::vector<at::Tensor> parameters;
  for (const NamedTensor& entry : network.parameters()) parameters.push_back(entry.tensor);
  const at::Tensor loss =
      -(batch.targets * at::log_softmax(network.forward(batch.inputs, false).logits, 1)).sum() /
      static_cast<double>(batch.inputs.size(0));
  std::vector<at::Tensor> flat;
  for (const at::Tensor& g : torch::autograd::grad({loss}, parameters, {}, true, true))
    flat.push_back(g.flatten());
  const at::Tensor gradient = at::cat(flat);
  std::vector<at::Tensor> rows;
  for (std::int64_t i = 0; i < gradient.size(0); ++i) {
    std::vector<at::Tensor> row;
    for (const at::Tensor& part : torch::autograd::grad({gradient[i]}, parameters, {}, true))
      row.push_back(part.flatten());
    rows.push_back(at::cat(row));
  }
  return at::stack(rows);
}

TEST(Hessian, EigenvaluesAndTraceOfTheWholeHessian) {
  TinyNetwork network;
  network.initialise(3);
  to_double(network);
  const std::vector<LabelledItems> batches = random_batches({40}, {6}, 5);
  const at::Tensor whole = whole_hessian(network, batches[0]);
  const at::Tensor values = std::get<0>(at::linalg_eigh(whole)).flip(0);
  const Hessian hessian(network, batches);
  ASSERT_EQ(hessian.size(), 149);
  const Product product = [&](const at::Tensor& v) { return hessian.product(v); };
  PowerOptions options;
  options.iterations = 5000;
  options.tolerance = 1e-10;
  options.residual = 1e-6;
  std::vector<at::Tensor> starts;
  for (std::size_t i = 0; i < 3; ++i)
    starts.push_back(random_direction(0, "start", i, 149, hessian.options()));
  const auto pairs = top_eigenvalues(product, starts, options);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(pairs[i].converged);
    EXPECT_NEAR(pairs[i].value, values[static_cast<std::int64_t>(i)].item<double>(), 1e-8);
  }
  // By default the largest is found to the tolerance.
  const LargestEigenvalue found = largest_eigenvalue(product, starts[0], {});
  EXPECT_TRUE(found.largest.converged);
  EXPECT_NEAR(found.largest.value / values[0].item<double>(), 1, 5e-3);
  const TraceEstimate trace = estimate_trace(
      product, [&](std::size_t i) { return random_signs(0, "probe", i, 149, hessian.options()); }, 100);
  EXPECT_NEAR(trace.value, whole.trace().item<double>(), 4 * trace.standard_error);
  const SpectralDensity density = spectral_density(
      product, [&](std::size_t i) { return random_signs(1, "probe", i, 149, hessian.options()); }, 2, 60);
  EXPECT_NEAR(density.nodes.back(), values[0].item<double>(), 1e-6);
  EXPECT_NEAR(density.nodes.front(), values[148].item<double>(), 1e-6);
}

}  // namespace
}  // namespace dissent::hessian_test
