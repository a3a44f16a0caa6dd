// The Manhattan (L1) distance of prediction and annotators.
#include "dissent/metrics/distances.h"
#include "dissent/metrics/item_metrics.h"

namespace dissent {

double manhattan_of_item(const ItemRows& item) {
  return 2 * total_variation(item.p, item.q);
}

}  // namespace dissent
