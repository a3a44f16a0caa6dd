#include "dissent/geometry/labelled_items.h"

#include <algorithm>

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <c10/core/GradMode.h>

#include "dissent/model/bert.h"

namespace dissent {

Tf32Scope::Tf32Scope(bool allowed)
    : convolutions_(at::globalContext().allowTF32CuDNN()), products_(at::globalContext().allowTF32CuBLAS()) {
  at::globalContext().setAllowTF32CuDNN(allowed);
  at::globalContext().setAllowTF32CuBLAS(allowed);
}

Tf32Scope::~Tf32Scope() {
  at::globalContext().setAllowTF32CuDNN(convolutions_);
  at::globalContext().setAllowTF32CuBLAS(products_);
}

at::Tensor load_inputs(const InputReader& reader, std::span<const std::uint32_t> items,
                       const Compute& compute) {
  std::int64_t length = 0;
  for (const std::int64_t one : reader.lengths(items)) length = std::max(length, one);
  const at::Tensor batch = reader.allocate(static_cast<std::int64_t>(items.size()), length);
  reader.read(items, batch);
  const at::Tensor there = batch.to(compute.device);
  return reader.layout().image && !compute.channels_last() ? there.contiguous() : there;
}

std::vector<LabelledItems> load_items(const InputReader& reader, const Dataset& dataset,
                                      std::span<const std::uint32_t> items, const Compute& compute) {
  std::vector<LabelledItems> batches;
  const std::size_t classes = dataset.classes();
  std::vector<double> fractions(classes);
  // Graphs of second derivatives take many times the memory of a pass.
  const Pieces some = reader.pieces(items, tokens_at_once(compute.device) / 8, compute.batch());
  std::vector<std::uint32_t> chunk;
  for (const Piece& piece : some.pieces) {
    chunk.clear();
    for (const std::uint32_t place : std::span(some.order).subspan(piece.begin, piece.size)) {
      chunk.push_back(items[place]);
    }
    const at::Tensor targets =
        at::empty({static_cast<std::int64_t>(chunk.size()), static_cast<std::int64_t>(classes)}, at::kFloat);
    float* out = targets.data_ptr<float>();
    for (const std::uint32_t item : chunk) {
      dataset.votes.fractions_of(item, fractions);
      out = std::transform(fractions.begin(), fractions.end(), out,
                           [](double p) { return static_cast<float>(p); });
    }
    batches.push_back({load_inputs(reader, chunk, compute), targets.to(compute.device)});
  }
  return batches;
}

double mean_loss(Network& network, std::span<const LabelledItems> batches) {
  const c10::NoGradGuard no_grad;
  double sum = 0;
  std::int64_t items = 0;
  for (const LabelledItems& batch : batches) {
    const at::Tensor logits = network.forward_frozen(batch.inputs).logits.to(at::kDouble);
    sum -= (batch.targets * at::log_softmax(logits, 1)).sum().item<double>();
    items += batch.inputs.size(0);
  }
  return sum / static_cast<double>(items);
}

}  // namespace dissent
