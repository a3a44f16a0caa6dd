// The networks that can be trained, in one explicit list: an entry is a name, a line of help and a function
// that makes it.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "dissent/model/network.h"

namespace dissent {

enum class Takes : std::uint8_t { numbers, images, tokens };

struct Architecture {
  std::string_view name;
  std::string_view what;
  Takes takes;
  std::unique_ptr<Network> (*make)(const NetworkShape&, at::Device);
};

std::span<const Architecture> architectures();

// Allocated, not initialised: see Network::initialise. An unknown name is an error that lists the known ones;
// so is a network that cannot take such inputs.
std::unique_ptr<Network> make_network(std::string_view name, const NetworkShape& shape, at::Device device);

std::unique_ptr<Network> make_resnet18_cifar(const NetworkShape&, at::Device);
std::unique_ptr<Network> make_resnet8(const NetworkShape&, at::Device);
std::unique_ptr<Network> make_mlp(const NetworkShape&, at::Device);
std::unique_ptr<Network> make_linear(const NetworkShape&, at::Device);
std::unique_ptr<Network> make_bert_classifier(const NetworkShape&, at::Device);

}  // namespace dissent
