#include "dissent/evaluate/evaluated_items.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace dissent {

ScoredItems scored_items(const Evaluation& whole, const std::vector<std::uint32_t>& items,
                         const VoteTable& votes) {
  const auto values = [](const ItemScores::Column& column) {
    return std::vector<double>(column.begin(), column.end());
  };
  const ItemScores& scores = whole.item_scores();
  ScoredItems kept{{}, {}, values(scores.predicted_entropy), values(scores.entropy), {}};
  for (std::size_t i = 0; i < whole.items(); ++i) {
    if (std::isnan(scores.outcome[i])) continue;  // no label
    kept.confidence.push_back(scores.confidence[i]);
    kept.outcome.push_back(scores.outcome[i]);
  }
  const std::size_t classes = votes.classes();
  kept.q.assign(votes.items() * classes, std::numeric_limits<float>::quiet_NaN());
  std::vector<double> q(classes), log_q(classes);
  for (std::size_t i = 0; i < items.size(); ++i) {
    whole.input().q.row(i, q, log_q);
    for (std::size_t k = 0; k < classes; ++k) kept.q[items[i] * classes + k] = static_cast<float>(q[k]);
  }
  return kept;
}

std::vector<DifferingItem> differing_items(const Evaluation& whole, const std::vector<std::uint32_t>& items,
                                           const VoteTable& votes, std::size_t most) {
  const ItemScores& scores = whole.item_scores();
  std::vector<std::uint32_t> order(whole.items());
  std::iota(order.begin(), order.end(), 0U);
  const auto kl = [&](std::uint32_t i) { return scores.soft_nll[i] - scores.entropy[i]; };
  const std::size_t shown = std::min(most, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                    [&](std::uint32_t a, std::uint32_t b) { return kl(a) != kl(b) ? kl(a) > kl(b) : a < b; });
  const std::size_t classes = votes.classes();
  std::vector<double> log_q(classes);
  std::vector<DifferingItem> differing;
  for (std::size_t s = 0; s < shown; ++s) {
    DifferingItem item{std::string(votes.item_name(items[order[s]])), kl(order[s]),
                       std::vector<double>(classes), std::vector<double>(classes)};
    whole.input().p.row(order[s], item.p);
    whole.input().q.row(order[s], item.q, log_q);
    differing.push_back(std::move(item));
  }
  return differing;
}

}  // namespace dissent
