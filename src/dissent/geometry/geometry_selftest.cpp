#include "dissent/geometry/geometry_selftest.h"

#include <cmath>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include "dissent/geometry/barrier.h"
#include "dissent/geometry/hessian.h"
#include "dissent/geometry/spectrum.h"
#include "dissent/model/architectures.h"

namespace dissent {
namespace {

constexpr double kMostOff = 5e-3;  // in float32; a ReLU may switch

constexpr std::int64_t kItems = 24, kClasses = 10;

at::Tensor images() {
  return random_signs(0, "pixels", 0, kItems * 3 * 16 * 16, at::kFloat).view({kItems, 3, 16, 16});
}

// Weights of a seed, with batch-norm's statistics of the images, as a trained network would have them.
std::unique_ptr<Network> reference_network(const std::string& model) {
  auto network = make_network(model, {{3, 16, 16}, kClasses}, at::kCPU);
  network->initialise(1);
  const at::Tensor batch[] = {images()};
  reestimate_statistics(*network, batch);
  return network;
}

// The product with the same vector, by the same weights and images.
at::Tensor product_on(const Network& reference, const std::string& model, at::Device device,
                      at::ScalarType type, bool channels_last) {
  const auto network = make_network(model, {{3, 16, 16}, kClasses}, device);
  const std::vector<NamedTensor> from = reference.state(), to = network->state();
  for (std::size_t i = 0; i < to.size(); ++i) to[i].tensor.set_data(from[i].tensor.detach().to(device, type));
  const auto layout = channels_last ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
  const at::Tensor pixels = images();
  const at::Tensor logits =
      random_direction(0, "targets", 0, kItems * kClasses, at::kFloat).view({kItems, kClasses}) * 20;
  std::vector<LabelledItems> batches;
  for (const std::int64_t begin : {0, 16}) {  // 16 and 8
    const std::int64_t count = begin == 0 ? 16 : 8;
    batches.push_back({pixels.narrow(0, begin, count).to(device, type).contiguous(layout),
                       at::softmax(logits.narrow(0, begin, count).to(at::kDouble), 1).to(device, type)});
  }
  const Hessian hessian(*network, batches);
  const at::Tensor v = random_direction(0, "v", 0, hessian.size(), hessian.options());
  return hessian.product(v).to(at::kCPU, at::kDouble);
}

}  // namespace

void selftest_hessian(bool cuda, const std::function<void(const SelfCheck&)>& report) {
  const at::Device device = cuda ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU);
  for (const ModelEntry& entry : models()) {
    if (entry.takes == ModelInput::tokens) continue;
    const std::string model(entry.name);
    const auto reference = reference_network(model);
    const at::Tensor expected = product_on(*reference, model, at::kCPU, at::kDouble, false);
    for (const bool channels_last : {false, true}) {
      const at::Tensor found = product_on(*reference, model, device, at::kFloat, channels_last);
      const double off = ((found - expected).norm() / expected.norm()).item<double>();
      report({fmt::format("Hessian product, {}, {}", model, channels_last ? "NHWC" : "NCHW"), off < kMostOff,
              fmt::format("against the CPU in double, relative difference {:.1e}", off)});
    }
  }
}

}  // namespace dissent
