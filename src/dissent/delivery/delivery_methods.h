// The makers of every delivery, one a file; methods.cpp lists them. They find the options and the votes
// checked.
#pragma once

#include <memory>

#include "dissent/delivery/delivery.h"

namespace dissent {

std::unique_ptr<Delivery> make_soft(const DeliverySource& source);
std::unique_ptr<Delivery> make_multipass(const DeliverySource& source);
std::unique_ptr<Delivery> make_deterministic(const DeliverySource& source);
std::unique_ptr<Delivery> make_sls(const DeliverySource& source);
std::unique_ptr<Delivery> make_shuffled_sls(const DeliverySource& source);
std::unique_ptr<Delivery> make_majority(const DeliverySource& source);
std::unique_ptr<Delivery> make_label_smoothing(const DeliverySource& source);
std::unique_ptr<Delivery> make_mixup(const DeliverySource& source);
std::unique_ptr<Delivery> make_smoothed_soft(const DeliverySource& source);

}  // namespace dissent
