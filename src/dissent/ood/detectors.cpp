#include "dissent/ood/detectors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/autograd.h>

#include "dissent/core/error.h"

namespace dissent {
namespace {

constexpr std::array<std::string_view, 6> kNames{"energy", "msp", "entropy", "margin", "odin", "knn"};

double log_sum(std::span<const float> logits) {
  const double most = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (const float logit : logits) sum += std::exp(logit - most);
  return most + std::log(sum);
}

double largest_probability(std::span<const float> logits) {
  return std::exp(*std::max_element(logits.begin(), logits.end()) - log_sum(logits));
}

double negative_entropy(std::span<const float> logits) {
  const double total = log_sum(logits);
  double sum = 0;
  for (const float logit : logits) sum += std::exp(logit - total) * (logit - total);
  return sum;
}

double lead(std::span<const float> logits) {
  if (logits.size() < 2) return 0;
  std::array<float, 2> top{};
  std::partial_sort_copy(logits.begin(), logits.end(), top.begin(), top.end(), std::greater<>());
  return static_cast<double>(top[0]) - static_cast<double>(top[1]);
}

}  // namespace

std::span<const std::string_view> detector_names() {
  return kNames;
}

std::vector<double> logit_scores(std::string_view name, std::span<const float> logits, std::size_t classes) {
  double (*score)(std::span<const float>) = nullptr;
  if (name == "energy") score = log_sum;
  if (name == "msp") score = largest_probability;
  if (name == "entropy") score = negative_entropy;
  if (name == "margin") score = lead;
  if (score == nullptr) fail("{}: not a score of logits alone", name);
  std::vector<double> result(logits.size() / classes);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = score(logits.subspan(i * classes, classes));
  return result;
}

std::vector<double> odin_scores(Network& network, const InputReader& reader,
                                std::span<const std::uint32_t> items, const OdinOptions& options,
                                const Compute& compute, const std::function<void(std::size_t)>& after_batch) {
  std::vector<double> result;
  at::Tensor step = at::scalar_tensor(options.epsilon, at::kDouble);
  if (options.pixel_units) {
    std::vector<std::int64_t> shape(reader.shape().size() + 1, 1);
    shape[1] = -1;
    step = step / at::tensor(reader.normalisation().sd, at::kDouble).view(shape);
  }
  step = step.to(compute.device, at::kFloat);
  for (std::size_t begin = 0; begin < items.size(); begin += compute.batch()) {
    const auto chunk = items.subspan(begin, std::min(compute.batch(), items.size() - begin));
    const at::Tensor x = load_inputs(reader, chunk, compute).requires_grad_(true);
    const at::Tensor logits = network.forward_frozen(x).logits;
    // The largest of log softmax(z / T) is that of the predicted class.
    const at::Tensor doubt = -std::get<0>(at::log_softmax(logits / options.temperature, 1).max(1)).sum();
    const at::Tensor slope = torch::autograd::grad({doubt}, {x})[0];
    const c10::NoGradGuard no_grad;
    const at::Tensor moved = network.forward_frozen(x - step * slope.sign()).logits.to(at::kDouble);
    const at::Tensor scores =
        std::get<0>(at::softmax(moved / options.temperature, 1).max(1)).to(at::kCPU).contiguous();
    const double* values = scores.data_ptr<double>();
    result.insert(result.end(), values, values + scores.numel());
    if (after_batch) after_batch(result.size());
  }
  return result;
}

}  // namespace dissent
