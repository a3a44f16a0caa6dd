#include "dissent/delivery/constant.h"
#include "dissent/delivery/delivery.h"

namespace dissent {

// The targets before mixing; the training loop mixes inputs and targets of a batch with one
// lambda ~ Beta(alpha, alpha).
std::unique_ptr<Delivery> make_mixup(const DeliverySource& source) {
  return constant_labels(training_majority(source));
}

}  // namespace dissent
