// hessian_bench cpu|cuda ITEMS CHUNK nchw|nhwc float32|tf32 REPEATS: seconds of a Hessian-vector product of
// resnet18-cifar over ITEMS random images in batches of CHUNK. Prints a JSON line.
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <fmt/format.h>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/geometry/hessian.h"
#include "dissent/geometry/spectrum.h"
#include "dissent/model/architectures.h"
#include "dissent/train/memory.h"
#include "dissent/train/trainer.h"
#include "program.h"

namespace dissent {
namespace {

int bench(const std::vector<std::string>& words) {
  if (words.size() != 6) fail("usage: hessian_bench cpu|cuda ITEMS CHUNK nchw|nhwc float32|tf32 REPEATS");
  ExecutionOptions options;
  options.device = choice_of<DeviceKind>("device", words[0]);
  prepare_torch(options);
  const at::Device device = use_cuda(options) ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU);
  const std::int64_t items = parse_int(words[1]).value(), chunk = parse_int(words[2]).value();
  const auto layout = words[3] == "nhwc" ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
  at::globalContext().setAllowTF32CuDNN(words[4] == "tf32");
  const std::int64_t repeats = parse_int(words[5]).value();
  const auto network = make_network("resnet18-cifar", {{3, 32, 32}, 10}, device);
  network->initialise(0);
  at::manual_seed(0);
  const at::Tensor inputs = at::randn({items, 3, 32, 32}).to(device).contiguous(layout);
  const at::Tensor targets = at::softmax(at::randn({items, 10}), 1).to(device);
  std::vector<LabelledItems> batches;
  for (std::int64_t begin = 0; begin < items; begin += chunk) {
    const std::int64_t count = std::min(chunk, items - begin);
    batches.push_back({inputs.narrow(0, begin, count), targets.narrow(0, begin, count)});
  }
  const std::uint64_t before = free_memory(device);
  const Hessian hessian(*network, batches);
  const std::uint64_t taken = before - std::min(before, free_memory(device));
  const at::Tensor v = random_direction(0, "v", 0, hessian.size(), hessian.options());
  std::vector<double> seconds;
  double value = 0;
  for (std::int64_t repeat = 0; repeat <= repeats; ++repeat) {  // the first one warms up
    const auto start = std::chrono::steady_clock::now();
    value = inner_product(v, hessian.product(v));
    if (repeat > 0)
      seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  fmt::print(
      "{{\"items\": {}, \"chunk\": {}, \"layout\": \"{}\", \"precision\": \"{}\", \"seconds\": {:.4f}, "
      "\"fastest\": {:.4f}, \"slowest\": {:.4f}, \"graph_gib\": {:.2f}, \"recomputed\": {}, \"value\": "
      "{}}}\n",
      items, chunk, words[3], words[4], seconds[seconds.size() / 2], seconds.front(), seconds.back(),
      static_cast<double>(taken) / (1 << 30), hessian.recomputed(), shortest(value));
  return 0;
}

}  // namespace
}  // namespace dissent

int main(int argc, char** argv) {
  return dissent::bench_program("hessian_bench", argc, argv, dissent::bench);
}
