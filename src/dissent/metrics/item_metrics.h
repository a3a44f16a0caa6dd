// Scores that are means over items of what one function says of each: IDENTIFIER_of_item(), a file each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "dissent/catalog/metrics.h"

namespace dissent {

struct ItemRows {
  std::span<const double> p;       // [classes] the annotators' shares
  std::span<const double> q;       // [classes] the prediction
  std::span<const double> log_q;   // [classes]; minus infinity where q is 0
  std::int32_t label;              // what accuracy compares with
  std::size_t predicted;           // the likeliest class
  bool ordered;                    // the classes' order means something
  std::span<const double> values;  // [classes] where ordered classes lie; empty: 1, 2, 3, ...
};
using ItemMetric = double (*)(const ItemRows&);

// In the order of ScoreValues::others.
std::span<const ItemMetric> item_metrics();
// Which of them a metric of metric_list() is; nothing where it has a field of its own.
std::optional<std::size_t> other_index(const Metric& metric);

}  // namespace dissent
