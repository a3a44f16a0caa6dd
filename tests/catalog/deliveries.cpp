// A made-up delivery: every class alike, whatever was voted.
#include "dissent/delivery/constant.h"

namespace dissent {

std::unique_ptr<Delivery> make_made_up(const DeliverySource& source) {
  const std::size_t classes = source.votes.classes();
  const float share = 1 / static_cast<float>(classes);
  return constant_rows(LargeVector<float>(source.size() * classes, share), classes);
}

}  // namespace dissent
