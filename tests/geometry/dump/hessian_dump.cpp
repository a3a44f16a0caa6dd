// hessian_dump MODEL FOLDER [float64]: a network's weights, a few items in two batches, a vector v, and the
// loss, the gradient and the Hessian's product with v, as FOLDER/hessian.safetensors, for another
// implementation to compare with (hessian_parity_test.py).
#include <filesystem>
#include <string>
#include <vector>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include "dissent/geometry/hessian.h"
#include "dissent/model/architectures.h"
#include "support/tensor_dump.h"

namespace dissent {
namespace {

constexpr std::int64_t kItems = 6;
constexpr std::int64_t kFirst = 4;  // of them in the first batch
constexpr std::int64_t kClasses = 10;

// [size], one entry a parameter
void add_vector(test::TensorDump& file, const std::string& name, const at::Tensor& vector,
                const Network& network) {
  std::int64_t at = 0;
  for (const NamedTensor& entry : network.parameters()) {
    file.add(name + "/" + entry.name, vector.narrow(0, at, entry.tensor.numel()).view(entry.tensor.sizes()));
    at += entry.tensor.numel();
  }
}

// Batch-norm's statistics, scales and shifts as if it had been trained.
void unsettle(const Network& network) {
  const c10::NoGradGuard no_grad;
  for (const NamedTensor& entry : network.state()) {
    if (entry.tensor.dim() != 1 || entry.name.starts_with("fc")) continue;
    const at::Tensor normal = at::randn(entry.tensor.sizes(), entry.tensor.options().requires_grad(false));
    const at::Tensor uniform = at::rand_like(normal);
    if (entry.name.ends_with("running_mean")) entry.tensor.copy_(0.3 * normal);
    if (entry.name.ends_with("running_var")) entry.tensor.copy_(0.5 + 1.5 * uniform);
    if (entry.name.ends_with("weight")) entry.tensor.copy_(0.5 + uniform);
    if (entry.name.ends_with("bias")) entry.tensor.copy_(0.2 * normal);
  }
}

void dump(const std::string& model, const std::filesystem::path& folder, at::ScalarType type) {
  const bool images = model.starts_with("resnet");
  const std::vector<std::int64_t> input =
      images ? std::vector<std::int64_t>{3, 32, 32} : std::vector<std::int64_t>{24};
  const auto network = make_network(model, {input, kClasses}, at::kCPU);
  network->initialise(11);
  for (const NamedTensor& entry : network->state()) entry.tensor.set_data(entry.tensor.detach().to(type));
  at::manual_seed(5);
  unsettle(*network);
  std::vector<std::int64_t> sizes = input;
  sizes.insert(sizes.begin(), kItems);
  at::Tensor inputs = at::randn(sizes, type);
  if (images) inputs = inputs.contiguous(at::MemoryFormat::ChannelsLast);
  const at::Tensor targets = at::softmax(at::randn({kItems, kClasses}, type) * 2, 1);
  const auto batch = [&](std::int64_t begin, std::int64_t count) {
    return LabelledItems{inputs.narrow(0, begin, count), targets.narrow(0, begin, count)};
  };
  const Hessian hessian(*network, {batch(0, kFirst), batch(kFirst, kItems - kFirst)});
  const at::Tensor v = at::randn({hessian.size()}, type);

  test::TensorDump file;
  file.add("inputs", inputs);
  file.add("targets", targets);
  for (const NamedTensor& entry : network->state()) file.add("weights/" + entry.name, entry.tensor);
  add_vector(file, "v", v, *network);
  file.add("loss", at::full({1}, hessian.loss(), at::kDouble));
  add_vector(file, "gradient", hessian.gradient(), *network);
  add_vector(file, "product", hessian.product(v), *network);
  file.write(folder / "hessian.safetensors");
}

}  // namespace
}  // namespace dissent

int main(int argc, char** argv) {
  return dissent::test::dump_program("hessian_dump", argc, argv, dissent::dump);
}
