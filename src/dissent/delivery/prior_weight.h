// The weight of smoothed-soft's prior as a number: checked once with the other options, and read again where
// it is used.
#pragma once

#include <optional>

#include "dissent/delivery/delivery.h"

namespace dissent {

// Nothing where it is `auto`; an error where it is no number of votes.
std::optional<double> prior_weight(const DeliveryOptions& options);

}  // namespace dissent
