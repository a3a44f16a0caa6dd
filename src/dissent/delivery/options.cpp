#include <algorithm>
#include <cmath>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/delivery/delivery.h"
#include "dissent/delivery/prior_weight.h"

namespace dissent {
namespace {

void check_unread(const DeliveryEntry& method, const DeliveryOptions& options) {
  const DeliveryOptions defaults;
  for_each_field<DeliveryOptions>([&](const auto& field) {
    if (method.reads(field.name) || options.*field.member == defaults.*field.member) return;
    const auto readers =
        entry_names(deliveries(), [&](const DeliveryEntry& other) { return other.reads(field.name); });
    fail("{} means nothing to {}; it is for {}", option(field.name), method.name, join(readers, " and "));
  });
}

}  // namespace

std::optional<double> prior_weight(const DeliveryOptions& options) {
  if (options.prior_weight == "auto") return std::nullopt;
  constexpr Limits kVotes = from_to(0, 1e9);
  const std::optional<double> weight = parse_double(options.prior_weight);
  if (!weight || !kVotes.allow(*weight)) {
    fail("{} {}: give a number of votes {}, or auto", option("prior-weight"), in_quotes(options.prior_weight),
         to_string(kVotes));
  }
  return weight;
}

void check_delivery_options(const DeliveryEntry& method, const DeliveryOptions& options) {
  check_unread(method, options);
  check_limits(options);
  prior_weight(options);
}

}  // namespace dissent
