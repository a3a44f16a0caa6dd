// multipass, which deterministic is, too, in another order.
#pragma once

#include <memory>

#include "dissent/delivery/delivery.h"

namespace dissent {

std::unique_ptr<Delivery> make_multipass(const DeliverySource& source);

}  // namespace dissent
