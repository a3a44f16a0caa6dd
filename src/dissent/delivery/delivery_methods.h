// What makes each delivery of the catalogue (catalog/deliveries.h): make_IDENTIFIER(), one file a delivery.
// Makers find the options and the votes checked.
#pragma once

#include <memory>

#include "dissent/delivery/delivery.h"

namespace dissent {

using DeliveryMaker = std::unique_ptr<Delivery> (*)(const DeliverySource&);

DeliveryMaker delivery_maker(const DeliveryEntry& entry);  // an entry of deliveries()

}  // namespace dissent
