#include "dissent/catalog/deliveries.h"

#include <algorithm>

namespace dissent {
namespace {

constexpr DeliveryEntry kDeliveries[] = {
#define DISSENT_DELIVERY(identifier, delivery, text, ink, ...) \
  {.name = delivery, .help = text, .colour = ink, __VA_ARGS__},
#include "dissent/catalog/deliveries.def"
};

}  // namespace

std::span<const std::string_view> DeliveryEntry::options_read() const {
  return {options.begin(), std::find(options.begin(), options.end(), "")};
}

bool DeliveryEntry::reads(std::string_view option) const {
  return !option.empty() && std::find(options.begin(), options.end(), option) != options.end();
}

std::span<const DeliveryEntry> deliveries() {
  return kDeliveries;
}

const DeliveryEntry& find_delivery(std::string_view name) {
  return find_entry(deliveries(), "delivery", name);
}

std::string deliveries_reading(std::string_view option) {
  std::string text;
  for (const DeliveryEntry& delivery : kDeliveries) {
    if (delivery.reads(option)) text.append(text.empty() ? "" : ", ").append(delivery.name);
  }
  return text;
}

}  // namespace dissent
