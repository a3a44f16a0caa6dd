#include "dissent/delivery/constant.h"
#include "dissent/delivery/delivery.h"

namespace dissent {

std::unique_ptr<Delivery> make_majority(const DeliverySource& source) {
  return constant_labels(training_majority(source));
}

}  // namespace dissent
