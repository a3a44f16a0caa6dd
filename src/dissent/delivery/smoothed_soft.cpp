#include <cmath>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/delivery/constant.h"
#include "dissent/delivery/delivery.h"
#include "dissent/delivery/prior_weight.h"
#include "dissent/votes/human_reference.h"
#include "dissent/votes/select_votes.h"

namespace dissent {
namespace {

struct PriorShares {
  std::vector<double> share;  // [classes], sums to 1
  double weight = 0;          // alpha, in votes; may be infinite
};

PriorShares prior_of(const VoteTable& training, const DeliveryOptions& options) {
  PriorShares prior;
  if (options.prior == Prior::uniform) {
    prior.share.assign(training.classes(), 1 / static_cast<double>(training.classes()));
  } else {
    prior.share = class_shares(training);
  }
  if (const auto given = prior_weight(options)) {
    prior.weight = *given;
    return prior;
  }
  try {
    prior.weight = dirichlet_concentration(training, prior.share);
  } catch (const Error& error) {
    fail("{} auto: {}; give a number of votes", option("prior-weight"), error.message());
  }
  return prior;
}

}  // namespace

// (c + alpha pi) / (m + alpha): the mean of the posterior under a Dirichlet prior alpha pi.
std::unique_ptr<Delivery> make_smoothed_soft(const DeliverySource& source) {
  source.votes.require(Knowledge::counts, "smoothed-soft");
  const PriorShares prior =
      source.items.empty()
          ? prior_of(source.votes, source.options)
          : prior_of(select_items(source.votes, {source.items.begin(), source.items.end()}), source.options);
  const std::size_t classes = source.votes.classes();
  LargeVector<float> rows(source.size() * classes);
  parallel_ranges(source.size(), [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> counts(classes);
    for (std::size_t position = begin; position < end; ++position) {
      const std::size_t item = source.item(position);
      const auto m = static_cast<double>(source.votes.votes_of(item));
      source.votes.counts_of(item, counts);
      for (std::size_t k = 0; k < classes; ++k) {
        const double share = std::isinf(prior.weight)
                                 ? prior.share[k]
                                 : (counts[k] + prior.weight * prior.share[k]) / (m + prior.weight);
        rows[position * classes + k] = static_cast<float>(share);
      }
    }
  });
  return constant_rows(std::move(rows), classes, {{"prior_weight", prior.weight}});
}

}  // namespace dissent
