#include "dissent/geometry/hessian.h"

#include <utility>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include "dissent/train/memory.h"

namespace dissent {

Hessian::Hessian(Network& network, std::vector<LabelledItems> batches, bool keep)
    : network_(network), batches_(std::move(batches)) {
  for (const NamedTensor& entry : network_.parameters()) parameters_.push_back(entry.tensor);
  size_ = network_.parameter_count();
  for (const LabelledItems& batch : batches_) items_ += batch.inputs.size(0);
  // A graph is kept while twice as much memory as the last one took is left over for the products.
  bool room = keep;
  for (const LabelledItems& batch : batches_) {
    const std::uint64_t before = free_memory(network_.device());
    double loss = 0;
    std::vector<at::Tensor> found = gradients(batch, &loss);
    loss_ += loss;
    if (!room) continue;
    kept_.push_back(std::move(found));
    const std::uint64_t after = free_memory(network_.device());
    const std::uint64_t taken = before > after ? before - after : 0;
    room = after / 3 > taken;
  }
}

at::TensorOptions Hessian::options() const {
  return parameters_.front().options().requires_grad(false);
}

std::vector<at::Tensor> Hessian::gradients(const LabelledItems& batch, double* loss) const {
  const at::Tensor logits = network_.forward_frozen(batch.inputs).logits;
  const at::Tensor mean =
      (batch.targets * at::log_softmax(logits, 1)).sum() * (-1.0 / static_cast<double>(items_));
  if (loss != nullptr) *loss = mean.item<double>();
  return torch::autograd::grad({mean}, parameters_, {}, /*retain_graph=*/true, /*create_graph=*/true);
}

std::vector<at::Tensor> Hessian::views(const at::Tensor& flat) const {
  std::vector<at::Tensor> result;
  std::int64_t at = 0;
  for (const at::Tensor& parameter : parameters_) {
    result.push_back(flat.narrow(0, at, parameter.numel()).view(parameter.sizes()));
    at += parameter.numel();
  }
  return result;
}

void Hessian::add(const std::vector<at::Tensor>& gradients, const std::vector<at::Tensor>& along, bool keep,
                  const at::Tensor& sum) const {
  // A gradient that does not depend on the parameters (of a linear layer's bias, say, on its weight) has no
  // part.
  const std::vector<at::Tensor> parts =
      torch::autograd::grad(gradients, parameters_, along, keep, /*create_graph=*/false,
                            /*allow_unused=*/true);
  const std::vector<at::Tensor> sums = views(sum);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].defined()) sums[i].add_(parts[i]);
  }
}

at::Tensor Hessian::gradient() const {
  const at::Tensor sum = at::zeros({size_}, options());
  const std::vector<at::Tensor> sums = views(sum);
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    const std::vector<at::Tensor> found = b < kept_.size() ? kept_[b] : gradients(batches_[b], nullptr);
    for (std::size_t i = 0; i < found.size(); ++i) sums[i].add_(found[i].detach());
  }
  return sum;
}

at::Tensor Hessian::product(const at::Tensor& v) const {
  const at::Tensor sum = at::zeros({size_}, options());
  const std::vector<at::Tensor> along = views(v);
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    if (b < kept_.size()) {
      add(kept_[b], along, /*keep=*/true, sum);
    } else {
      add(gradients(batches_[b], nullptr), along, /*keep=*/false, sum);
    }
  }
  return sum;
}

}  // namespace dissent
