#include "model/architectures.h"

#include <vector>

#include "core/error.h"
#include "core/text.h"

namespace dissent {

std::span<const Architecture> architectures() {
  static constexpr Architecture list[] = {
      {"resnet18-cifar", "ResNet-18, 3x3 stride-1 stem, no max-pool", true, make_resnet18_cifar},
      {"resnet8", "three residual blocks of 16, 32, 64 channels: small enough for a CPU", true, make_resnet8},
      {"mlp", "two hidden layers of 256", false, make_mlp},
      {"linear", "one linear layer", false, make_linear},
  };
  return list;
}

std::unique_ptr<Network> make_network(std::string_view name, const NetworkShape& shape, at::Device device) {
  std::vector<std::string_view> names;
  for (const Architecture& architecture : architectures()) {
    if (architecture.name == name) {
      if (architecture.needs_images && shape.input.size() != 3) {
        fail("model {} takes images, and these inputs are vectors of {} numbers; use mlp or linear", name,
             shape.input.back());
      }
      return architecture.make(shape, device);
    }
    names.push_back(architecture.name);
  }
  fail("{}", unknown_name("model", name, names));
}

}  // namespace dissent
