#include "dissent/run/run_slice.h"

#include <string>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/metrics/slices.h"
#include "dissent/votes/entropy.h"
#include "dissent/votes/majority.h"

namespace dissent {

std::vector<std::uint32_t> run_slice(const Dataset& dataset, std::span<const std::uint32_t> items,
                                     std::string_view slice) {
  const std::vector<double> entropies = item_entropies(dataset.votes, items);
  const std::vector<std::int32_t> labels =
      gold_or_majority(majority_labels(dataset.votes, items), dataset.gold, items);
  std::vector<Slice> slices = make_slices(
      slice,
      {dataset.votes, items, entropies, labels, [](const std::string& column) -> std::vector<std::string> {
         fail("{} column:{}: runs have no columns; known are entropy-top, class:NAME and votes",
              option("slice"), column);
       }});
  if (slices.size() != 1)
    fail("{} {}: gives {} slices; name one of them", option("slice"), in_quotes(slice), slices.size());
  return std::move(slices[0].items);
}

}  // namespace dissent
