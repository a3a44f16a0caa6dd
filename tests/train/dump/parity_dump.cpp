// parity_dump MODEL FOLDER [float64]: a network's weights, a batch, logits, features, every gradient and ten
// training-step losses, as FOLDER/parity.safetensors, for another implementation to compare with
// (parity_test.py).
#include <filesystem>
#include <string>
#include <vector>

#include <ATen/ATen.h>

#include "dissent/model/architectures.h"
#include "dissent/train/optimizer.h"
#include "support/tensor_dump.h"

namespace dissent {
namespace {

constexpr double kLearningRate =
    1.0 / 64;                   // ten steps on one small batch, without running away; exact in float
constexpr double kClip = 0.25;  // AdamW's; gradients are longer at first
constexpr std::int64_t kBatch = 16;
constexpr std::int64_t kClasses = 10;

at::Tensor loss_of(const at::Tensor& logits, const at::Tensor& targets) {
  return -(targets * at::log_softmax(logits, 1)).sum() / static_cast<double>(kBatch);
}

// MODEL, trained by SGD, or MODEL-adamw.
void dump(const std::string& name, const std::filesystem::path& folder, at::ScalarType type) {
  const bool adamw = name.ends_with("-adamw");
  const std::string model = name.substr(0, name.find("-adamw"));
  const bool images = model.starts_with("resnet");
  const std::vector<std::int64_t> input =
      images ? std::vector<std::int64_t>{3, 16, 16} : std::vector<std::int64_t>{24};
  const auto network = make_network(model, {input, kClasses}, at::kCPU);
  network->initialise(11);
  for (const NamedTensor& entry : network->state()) entry.tensor.set_data(entry.tensor.detach().to(type));
  at::manual_seed(5);
  std::vector<std::int64_t> sizes = input;
  sizes.insert(sizes.begin(), kBatch);
  at::Tensor x = at::randn(sizes);
  x = x.to(type);
  if (images) x = x.contiguous(at::MemoryFormat::ChannelsLast);
  const at::Tensor targets = at::softmax(at::randn({kBatch, kClasses}).to(type) * 2, 1);

  test::TensorDump file;
  file.add("x", x);
  file.add("targets", targets);
  for (const NamedTensor& entry : network->state()) file.add("weights/" + entry.name, entry.tensor);
  file.add("logits_eval", network->forward(x, false).logits);
  const auto optimizer =
      make_optimizer({adamw ? OptimizerKind::adamw : OptimizerKind::sgd, 0.9, 5e-4, kClip}, *network);
  const at::Tensor rate = at::scalar_tensor(kLearningRate, at::TensorOptions(type));
  const at::Tensor losses = at::zeros({10}, at::kDouble);
  for (std::int64_t step = 0; step < 10; ++step) {
    const Forward forward = network->forward(x, true);
    const at::Tensor loss = loss_of(forward.logits, targets);
    loss.backward();
    losses[step] = loss.detach().to(at::kDouble);
    if (step == 0) {
      file.add("logits", forward.logits);
      file.add("features", forward.features);
      for (const NamedTensor& entry : network->parameters()) {
        file.add("gradient/" + entry.name, entry.tensor.grad());
      }
    }
    optimizer->step(rate);
  }
  file.add("losses", losses);
  for (const NamedTensor& entry : network->state()) file.add("after/" + entry.name, entry.tensor);
  file.write(folder / "parity.safetensors", {{"lr", std::to_string(kLearningRate)}});
}

}  // namespace
}  // namespace dissent

int main(int argc, char** argv) {
  return dissent::test::dump_program("parity_dump", argc, argv, dissent::dump);
}
