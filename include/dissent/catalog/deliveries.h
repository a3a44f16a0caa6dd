// The ways in which votes become an epoch's training targets, in one list
// (src/dissent/catalog/deliveries.def), and what holds of each; room delivery makes them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "dissent/catalog/catalog.h"

namespace dissent {

struct DeliveryEntry {
  std::string_view name;  // as in options, files and tables
  std::string_view help;
  std::string_view colour;  // #rrggbb, in figures
  std::array<std::string_view, 4> options =
      {};                      // the fields of DeliveryOptions that it reads, then empty ones
  bool needs_counts = false;   // of votes; shares of them do not do
  bool mixes_batches = false;  // the trainer mixes pairs of a batch
  // The delivery by which a run's loss on its own evaluation targets is measured; empty: the delivery itself.
  std::string_view evaluated_by = {};

  bool reads(std::string_view option) const;
  std::span<const std::string_view> options_read() const;
};

std::span<const DeliveryEntry> deliveries();
// Throws for an unknown name, with the list of those that are known.
const DeliveryEntry& find_delivery(std::string_view name);
// For help texts: the deliveries that read an option of DeliveryOptions, "sls, shuffled-sls".
std::string deliveries_reading(std::string_view option);

}  // namespace dissent
