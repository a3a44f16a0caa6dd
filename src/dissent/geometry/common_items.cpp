#include "dissent/geometry/common_items.h"

#include "dissent/core/error.h"

namespace dissent {

CommonItems common_items(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  CommonItems common;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      common.items.push_back(a[i]);
      common.in_a.push_back(static_cast<std::uint32_t>(i));
      common.in_b.push_back(static_cast<std::uint32_t>(j));
    }
    const bool step_a = a[i] <= b[j], step_b = b[j] <= a[i];
    i += step_a ? 1 : 0;
    j += step_b ? 1 : 0;
  }
  return common;
}

void fail_without_common(const FinishedRun& a, const FinishedRun& b) {
  fail("{} and {}: no item is in the evaluation split of both", a.folder.string(), b.folder.string());
}

}  // namespace dissent
