#include "dissent/votes/vote_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dissent/core/error.h"
#include "dissent/votes/entropy.h"

namespace dissent {
namespace {

VoteSummary::PerItem votes_per_item(const VoteTable& votes) {
  std::vector<std::uint64_t> numbers(votes.items());
  for (std::size_t i = 0; i < votes.items(); ++i) numbers[i] = votes.votes_of(i);
  const std::size_t middle = numbers.size() / 2;
  std::nth_element(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(middle), numbers.end());
  double median = static_cast<double>(numbers[middle]);
  if (numbers.size() % 2 == 0) {
    const auto below =
        *std::max_element(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(middle));
    median = (median + static_cast<double>(below)) / 2;
  }
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  return {*least, *most, static_cast<double>(votes.votes()) / static_cast<double>(votes.items()), median};
}

VoteSummary::Histogram histogram(const std::vector<double>& entropies, std::size_t classes,
                                 std::size_t bins) {
  const double top = std::log(static_cast<double>(std::max<std::size_t>(classes, 2)));
  VoteSummary::Histogram result;
  result.counts.assign(bins, 0);
  for (std::size_t b = 0; b <= bins; ++b) {
    result.edges.push_back(top * static_cast<double>(b) / static_cast<double>(bins));
  }
  for (const double h : entropies) {
    if (std::isnan(h)) continue;
    const auto bin = static_cast<std::size_t>(h / top * static_cast<double>(bins));
    ++result.counts[std::min(bin, bins - 1)];
  }
  return result;
}

bool top_is_shared(const std::vector<double>& row) {
  const double top = *std::max_element(row.begin(), row.end());
  return std::count(row.begin(), row.end(), top) > 1;
}

}  // namespace

VoteSummary summarise(const VoteTable& votes, std::size_t contested, std::size_t bins) {
  VoteSummary summary;
  const std::vector<double> entropies = item_entropies(votes);
  double sum = 0;
  std::uint64_t unanimous = 0;
  std::vector<double> row(votes.classes());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < votes.items(); ++i) {
    if (std::isnan(entropies[i])) continue;
    order.push_back(i);
    sum += entropies[i];
    if (entropies[i] == 0) {
      ++unanimous;
      continue;
    }
    votes.fractions_of(i, row);
    summary.ties += top_is_shared(row);
  }
  if (order.empty()) fail("no item has votes");
  summary.items_with_votes = order.size();
  summary.mean_entropy = sum / static_cast<double>(order.size());
  summary.unanimous = static_cast<double>(unanimous) / static_cast<double>(order.size());
  summary.entropy_histogram = histogram(entropies, votes.classes(), bins);
  summary.class_shares = class_shares(votes);

  contested = std::min(contested, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(contested), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      return entropies[a] != entropies[b] ? entropies[a] > entropies[b] : a < b;
                    });
  for (std::size_t c = 0; c < contested && entropies[order[c]] > 0; ++c) {
    summary.contested.push_back(order[c]);
    summary.contested_entropy.push_back(entropies[order[c]]);
  }

  summary.alpha_nominal = krippendorff_alpha(votes, AlphaMetric::nominal);
  summary.alpha_ordinal = krippendorff_alpha(votes, AlphaMetric::ordinal);
  summary.alpha_interval = krippendorff_alpha(votes, AlphaMetric::interval);
  summary.fleiss_kappa = fleiss_kappa(votes);
  if (votes.has_annotators()) summary.annotators = agreement_with_the_rest(votes);
  if (!votes.has_counts()) {
    summary.human_reason = "needs vote counts";
    return summary;
  }
  summary.votes_per_item = votes_per_item(votes);
  if (summary.votes_per_item->most < 2) {
    summary.human_reason = "no item has two votes";
  } else {
    summary.human = human_reference(votes);
  }
  return summary;
}

}  // namespace dissent
