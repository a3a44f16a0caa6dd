// How far an item's votes lie from the likeliest class, on a scale whose length is the number of classes.
#include <cmath>

#include "dissent/core/undefined.h"
#include "dissent/metrics/item_metrics.h"

namespace dissent {

double absolute_distance_of_item(const ItemRows& item) {
  if (!item.ordered) return kUndefined;
  const auto place = [&](std::size_t k) {
    return item.values.empty() ? static_cast<double>(k) : item.values[k];
  };
  double sum = 0;
  for (std::size_t k = 0; k < item.p.size(); ++k) {
    sum += item.p[k] * std::abs(place(k) - place(item.predicted));
  }
  return sum / static_cast<double>(item.p.size());
}

}  // namespace dissent
