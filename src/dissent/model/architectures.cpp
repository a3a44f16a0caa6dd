#include "dissent/model/architectures.h"

#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

std::span<const Architecture> architectures() {
  static constexpr Architecture list[] = {
      {"resnet18-cifar", "ResNet-18, 3x3 stride-1 stem, no max-pool", Takes::images, make_resnet18_cifar},
      {"resnet8", "three residual blocks of 16, 32, 64 channels: small enough for a CPU", Takes::images,
       make_resnet8},
      {"mlp", "two hidden layers of 256", Takes::numbers, make_mlp},
      {"linear", "one linear layer", Takes::numbers, make_linear},
      {"bert", "an encoder of texts and a linear layer, trained together", Takes::tokens,
       make_bert_classifier},
  };
  return list;
}

std::unique_ptr<Network> make_network(std::string_view name, const NetworkShape& shape, at::Device device) {
  std::vector<std::string_view> names;
  for (const Architecture& architecture : architectures()) {
    if (architecture.name == name) {
      if (architecture.takes == Takes::images && shape.input.size() != 3) {
        fail("model {} takes images, and these inputs are vectors of {} numbers; use mlp or linear", name,
             shape.input.back());
      }
      if ((architecture.takes == Takes::tokens) != shape.encoder.has_value()) {
        fail("model {} {}", name,
             shape.encoder ? "takes numbers, and these inputs are tokens"
                           : "takes texts and an encoder, and these inputs are numbers");
      }
      return architecture.make(shape, device);
    }
    names.push_back(architecture.name);
  }
  fail("{}", unknown_name("model", name, names));
}

}  // namespace dissent
