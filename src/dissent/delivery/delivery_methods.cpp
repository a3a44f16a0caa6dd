#include "dissent/delivery/delivery_methods.h"

namespace dissent {

#define DISSENT_DELIVERY(identifier, ...) \
  std::unique_ptr<Delivery> make_##identifier(const DeliverySource& source);
#include "dissent/catalog/deliveries.def"

DeliveryMaker delivery_maker(const DeliveryEntry& entry) {
  static constexpr DeliveryMaker makers[] = {
#define DISSENT_DELIVERY(identifier, ...) make_##identifier,
#include "dissent/catalog/deliveries.def"
  };
  return makers[entry_index(deliveries(), entry)];
}

}  // namespace dissent
