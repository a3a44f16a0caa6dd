// Labels drawn from votes, one an item and epoch: what sls and shuffled-sls share.
#pragma once

#include <cstdint>
#include <memory>

#include "dissent/core/large_vector.h"
#include "dissent/delivery/delivery.h"

namespace dissent {

// The label at a position is drawn from the votes of item donors[position] (no donors: of its own item),
// keyed by (seed, its own item, floor(epoch / resample_every)).
std::unique_ptr<Delivery> make_sampler(const DeliverySource& source, LargeVector<std::uint32_t> donors);

}  // namespace dissent
