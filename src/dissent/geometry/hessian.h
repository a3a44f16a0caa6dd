// The Hessian of the mean soft cross-entropy over items by a network's parameters, as products with vectors:
// in evaluation mode, batch-norm frozen. The gradient is taken once and its graph kept, as far as memory
// allows; a product is then one pass back through it.
#pragma once

#include <cstdint>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/geometry/labelled_items.h"
#include "dissent/model/network.h"

namespace dissent {

class Hessian {
 public:
  // The network must stay, and its weights as they are. `keep` false: no graph is kept.
  Hessian(Network& network, std::vector<LabelledItems> batches, bool keep = true);

  double loss() const { return loss_; }
  std::int64_t size() const { return size_; }  // parameters
  std::int64_t items() const { return items_; }
  at::TensorOptions options() const;              // of vectors
  at::Tensor gradient() const;                    // [size]
  at::Tensor product(const at::Tensor& v) const;  // [size], v [size]
  // Batches whose graph did not fit: their gradient is taken anew for every product.
  std::size_t recomputed() const { return batches_.size() - kept_.size(); }

 private:
  std::vector<at::Tensor> gradients(const LabelledItems& batch, double* loss) const;
  void add(const std::vector<at::Tensor>& gradients, const std::vector<at::Tensor>& along, bool keep,
           const at::Tensor& sum) const;
  std::vector<at::Tensor> views(const at::Tensor& flat) const;  // as the parameters are shaped

  Network& network_;
  std::vector<LabelledItems> batches_;
  std::vector<at::Tensor> parameters_;
  std::vector<std::vector<at::Tensor>> kept_;  // gradients of the first batches, with their graphs
  std::int64_t items_ = 0, size_ = 0;
  double loss_ = 0;
};

}  // namespace dissent
