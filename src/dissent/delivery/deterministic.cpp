#include "dissent/delivery/multipass.h"

namespace dissent {

// The papers' control of the vote order: everything else of a run keeps its seed.
std::unique_ptr<Delivery> make_deterministic(const DeliverySource& source) {
  DeliverySource other = source;
  other.seed += 1000;
  return make_multipass(other);
}

}  // namespace dissent
