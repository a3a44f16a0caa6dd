// The networks of the catalogue (catalog/models.h), made by name.
#pragma once

#include <memory>
#include <string_view>

#include "dissent/catalog/models.h"
#include "dissent/model/network.h"

namespace dissent {

// Allocated, not initialised: see Network::initialise. An unknown name is an error that lists the known ones;
// so is a network that cannot take such inputs.
std::unique_ptr<Network> make_network(std::string_view name, const NetworkShape& shape, at::Device device);

}  // namespace dissent
