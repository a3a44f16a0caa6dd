#include <limits>
#include <span>

#include "dissent/core/error.h"
#include "dissent/core/random.h"
#include "dissent/delivery/delivery.h"
#include "dissent/delivery/sls.h"

namespace dissent {

// One permutation of the training items, before the first epoch: the distributions stay, but each stands
// beside another input than its own.
std::unique_ptr<Delivery> make_shuffled_sls(const DeliverySource& source) {
  if (source.votes.items() > std::numeric_limits<std::uint32_t>::max()) {
    fail("{} items are more than shuffled-sls permutes", source.votes.items());
  }
  LargeVector<std::uint32_t> donors(source.size());
  for (std::size_t i = 0; i < donors.size(); ++i) donors[i] = static_cast<std::uint32_t>(source.item(i));
  Draws(Stream(source.seed, "shuffled-sls"), 0).shuffle(std::span<std::uint32_t>(donors));
  return make_sampler(source, std::move(donors));
}

}  // namespace dissent
