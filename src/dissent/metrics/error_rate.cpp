// The share of an item's annotators whose votes the likeliest class misses. One class is predicted for all of
// them, so that their shares say it, with or without the annotators' names.
#include "dissent/metrics/item_metrics.h"

namespace dissent {

double error_rate_of_item(const ItemRows& item) {
  double missed = 0;  // not 1 - p: unanimous votes give 0 exactly
  for (std::size_t k = 0; k < item.p.size(); ++k) {
    if (k != item.predicted) missed += item.p[k];
  }
  return missed;
}

}  // namespace dissent
