// odin: the largest probability at a high temperature, after the inputs were moved a little towards what the
// network takes them for.
#include <algorithm>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/autograd.h>

#include "dissent/ood/detector.h"

namespace dissent {

Detector odin_scores;
std::vector<double> odin_scores(const DetectorInput& input) {
  Network& network = *input.network;
  const double temperature = input.options.temperature;
  std::vector<double> result;
  at::Tensor step = at::scalar_tensor(input.options.epsilon, at::kDouble);
  if (input.options.pixel_units) {
    std::vector<std::int64_t> shape(input.reader->shape().size() + 1, 1);
    shape[1] = -1;
    step = step / at::tensor(input.reader->normalisation().sd, at::kDouble).view(shape);
  }
  step = step.to(input.compute.device, at::kFloat);
  const std::size_t batch = input.compute.batch();
  for (std::size_t begin = 0; begin < input.items.size(); begin += batch) {
    const auto chunk = input.items.subspan(begin, std::min(batch, input.items.size() - begin));
    const at::Tensor x = load_inputs(*input.reader, chunk, input.compute).requires_grad_(true);
    const at::Tensor logits = network.forward_frozen(x).logits;
    // The largest of log softmax(z / T) is that of the predicted class.
    const at::Tensor doubt = -std::get<0>(at::log_softmax(logits / temperature, 1).max(1)).sum();
    const at::Tensor slope = torch::autograd::grad({doubt}, {x})[0];
    const c10::NoGradGuard no_grad;
    const at::Tensor moved = network.forward_frozen(x - step * slope.sign()).logits.to(at::kDouble);
    const at::Tensor scores =
        std::get<0>(at::softmax(moved / temperature, 1).max(1)).to(at::kCPU).contiguous();
    const double* values = scores.data_ptr<double>();
    result.insert(result.end(), values, values + scores.numel());
    if (input.after_batch) input.after_batch(result.size());
  }
  return result;
}

}  // namespace dissent
