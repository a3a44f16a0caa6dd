#include "dissent/train/network_inputs.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include <ATen/ATen.h>

#include "dissent/core/error.h"
#include "dissent/train/input_kinds.h"

namespace dissent {

InputReader::InputReader(InputLayout layout, Normalisation normalisation)
    : layout_(std::move(layout)), normalisation_(std::move(normalisation)) {}

at::Tensor InputReader::allocate(std::int64_t items, std::int64_t length) const {
  std::vector<std::int64_t> sizes{items};
  sizes.insert(sizes.end(), layout_.shape.begin(), layout_.shape.end());
  if (layout_.varying_length && length > 0) sizes.back() = length;
  return layout_.image ? at::empty(sizes, layout_.element, at::MemoryFormat::ChannelsLast)
                       : at::empty(sizes, layout_.element);
}

void InputReader::read_augmented(std::span<const std::uint32_t>, const EpochPlan&, std::size_t, std::int64_t,
                                 const at::Tensor&) const {
  throw std::logic_error("only images are cropped and flipped");
}

at::Tensor InputReader::resident(std::span<const std::uint32_t> items, std::int64_t) const {
  const at::Tensor all = allocate(static_cast<std::int64_t>(items.size()));
  read(items, all);
  return all;
}

std::vector<std::int64_t> InputReader::lengths(std::span<const std::uint32_t>) const {
  return {};
}

Pieces InputReader::pieces(std::span<const std::uint32_t> items, std::int64_t numbers,
                           std::size_t at_once) const {
  if (!layout_.varying_length) return in_order(items.size(), at_once);
  return by_length(lengths(items), numbers / layout_.shape[0]);
}

NetworkShape NetworkInputs::network(const RunSpec&, std::size_t classes) const {
  return {shape(), static_cast<std::int64_t>(classes)};
}

NetworkInputsPointer network_inputs(const InputRequest& request) {
  using Make = NetworkInputsPointer (*)(const InputRequest&);
  static constexpr Make kinds[] = {
#define DISSENT_INPUT_KIND(function) function,
#include "dissent/train/input_kinds.def"
#undef DISSENT_INPUT_KIND
  };
  for (const Make make : kinds) {
    if (NetworkInputsPointer inputs = make(request)) return inputs;
  }
  throw std::logic_error("no kind of inputs takes " + describe(request.inputs));
}

NetworkInputsPointer network_inputs(const Dataset& dataset, const RunSpec& spec, InputCache& cache,
                                    at::Device device, Monitor& monitor) {
  return network_inputs({dataset.inputs, dataset.name, spec, cache, device, monitor});
}

NetworkInputsPointer network_inputs(const Inputs& inputs) {
  const RunSpec spec;
  InputCache cache;
  return network_inputs({inputs, "inputs", spec, cache, at::kCPU, Monitor::quiet()});
}

std::vector<std::int64_t> lengths_up_to(std::int64_t longest) {
  std::vector<std::int64_t> lengths;
  for (std::int64_t length = 16; length < longest;) {
    lengths.push_back(length);
    length += length < 64 ? 16 : length < 128 ? 32 : length < 256 ? 64 : 128;
  }
  lengths.push_back(longest);
  return lengths;
}

Pieces in_order(std::size_t items, std::size_t at_once) {
  Pieces result;
  result.order.resize(items);
  std::iota(result.order.begin(), result.order.end(), 0U);
  for (std::size_t begin = 0; begin < items; begin += at_once) {
    result.pieces.push_back({begin, std::min(at_once, items - begin), 0});
  }
  return result;
}

}  // namespace dissent
