#include <algorithm>
#include <vector>

#include "dissent/core/parallel.h"
#include "dissent/delivery/constant.h"
#include "dissent/delivery/delivery.h"

namespace dissent {

std::unique_ptr<Delivery> make_soft(const DeliverySource& source) {
  const std::size_t classes = source.votes.classes();
  LargeVector<float> rows(source.size() * classes);
  parallel_ranges(source.size(), [&](std::size_t begin, std::size_t end) {
    std::vector<double> row(classes);
    for (std::size_t position = begin; position < end; ++position) {
      source.votes.fractions_of(source.item(position), row);
      std::transform(row.begin(), row.end(), rows.begin() + static_cast<std::ptrdiff_t>(position * classes),
                     [](double share) { return static_cast<float>(share); });
    }
  });
  return constant_rows(std::move(rows), classes);
}

}  // namespace dissent
