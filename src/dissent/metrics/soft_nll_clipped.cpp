// The cross-entropy of LeWiDi 2023: finite where the soft NLL is not, at the price of what it is clipped to.
#include <algorithm>
#include <cmath>

#include "dissent/metrics/item_metrics.h"

namespace dissent {

double soft_nll_clipped_of_item(const ItemRows& item) {
  constexpr double kLeast = 1e-12, kAdded = 1e-9;
  double sum = 0;
  for (std::size_t k = 0; k < item.p.size(); ++k) {
    if (item.p[k] > 0) sum -= item.p[k] * std::log(std::clamp(item.q[k], kLeast, 1 - kLeast) + kAdded);
  }
  return sum;
}

}  // namespace dissent
