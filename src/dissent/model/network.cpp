#include "dissent/model/network.h"

#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include "dissent/core/parallel.h"
#include "dissent/core/random.h"

namespace dissent {
namespace {

// Value i is a function of (stream, i): one Philox block gives two values.
void fill(std::span<float> values, const Stream& stream, const Initial& initial) {
  const std::size_t pairs = (values.size() + 1) / 2;
  parallel_ranges(pairs, [&](std::size_t begin, std::size_t end) {
    for (std::size_t pair = begin; pair < end; ++pair) {
      const PhiloxCounter r = stream.block(pair);
      const double u = unit(std::uint64_t{r[1]} << 32 | r[0]);
      const double v = unit(std::uint64_t{r[3]} << 32 | r[2]);
      double first = 2 * u - 1;
      double second = 2 * v - 1;
      if (initial.kind == Initial::Kind::normal) {  // Box-Muller
        const double radius = std::sqrt(-2 * std::log1p(-u));
        first = radius * std::cos(2 * std::numbers::pi * v);
        second = radius * std::sin(2 * std::numbers::pi * v);
      }
      values[2 * pair] = static_cast<float>(initial.scale * first);
      if (2 * pair + 1 < values.size()) values[2 * pair + 1] = static_cast<float>(initial.scale * second);
    }
  });
}

}  // namespace

void Network::set_initial(const NamedTensor& entry, std::uint64_t seed) {
  const c10::NoGradGuard no_grad;
  switch (entry.initial.kind) {
    case Initial::Kind::zeros:
      entry.tensor.zero_();
      return;
    case Initial::Kind::ones:
      entry.tensor.fill_(1);
      return;
    case Initial::Kind::normal:
    case Initial::Kind::uniform:
      break;
  }
  // Drawn in the order of contiguous indices, whatever the layout of the tensor.
  const at::Tensor values = at::empty(entry.tensor.sizes(), at::kFloat);
  fill({values.data_ptr<float>(), static_cast<std::size_t>(values.numel())},
       Stream(seed, "weights " + entry.name), entry.initial);
  entry.tensor.copy_(values);
}

std::vector<NamedTensor> Network::state() const {
  std::vector<NamedTensor> all = parameters_;
  all.insert(all.end(), buffers_.begin(), buffers_.end());
  return all;
}

std::int64_t Network::parameter_count() const {
  std::int64_t count = 0;
  for (const NamedTensor& entry : parameters_) count += entry.tensor.numel();
  return count;
}

void Network::initialise(std::uint64_t seed) {
  for (const NamedTensor& entry : parameters_) set_initial(entry, seed);
  for (const NamedTensor& entry : buffers_) set_initial(entry, seed);
}

at::Tensor Network::allocate(const std::vector<std::int64_t>& sizes) const {
  const auto options = at::TensorOptions().dtype(at::kFloat).device(device_);
  // Convolutions run channels-last, and want their weights so.
  return sizes.size() == 4 ? at::empty(sizes, options, at::MemoryFormat::ChannelsLast)
                           : at::empty(sizes, options);
}

at::Tensor Network::parameter(std::string name, std::vector<std::int64_t> sizes, Initial initial) {
  at::Tensor tensor = allocate(sizes).requires_grad_(true);
  parameters_.push_back({std::move(name), tensor, initial});
  return tensor;
}

at::Tensor Network::buffer(std::string name, std::vector<std::int64_t> sizes, Initial initial) {
  at::Tensor tensor = allocate(sizes);
  buffers_.push_back({std::move(name), tensor, initial});
  return tensor;
}

}  // namespace dissent
