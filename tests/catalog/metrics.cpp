// A made-up metric: the mean of the predicted class's probability.
#include "dissent/metrics/item_metrics.h"

namespace dissent {

double made_up_of_item(const ItemRows& item) {
  return item.q[item.predicted];
}

}  // namespace dissent
