#include "dissent/votes/agreement.h"

#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "dissent/core/undefined.h"

namespace dissent {
namespace {

// Calls visit(item, row, m) for every item with at least two votes; `row` is its counts by class.
template <class Visit>
void for_each_pairable(const VoteTable& votes, Visit&& visit) {
  std::vector<std::uint32_t> row(votes.classes());
  for (std::size_t i = 0; i < votes.items(); ++i) {
    const auto m = static_cast<double>(votes.votes_of(i));
    if (m < 2) continue;
    votes.counts_of(i, row);
    visit(i, row, m);
  }
}

// Sum over ordered pairs of weights w_c w_k (v_c - v_k)^2 = 2 (W sum w v^2 - (sum w v)^2), taken about the
// mean.
template <class Weights>
double squared_differences(const Weights& weights, const std::vector<double>& values) {
  double total = 0, first = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    total += static_cast<double>(weights[k]);
    first += static_cast<double>(weights[k]) * values[k];
  }
  const double mean = first / total;
  double second = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    second += static_cast<double>(weights[k]) * (values[k] - mean) * (values[k] - mean);
  }
  return 2 * total * second;
}

template <class Weights>
double unequal_pairs(const Weights& weights, double total) {
  double equal = 0;
  for (const auto w : weights) equal += static_cast<double>(w) * static_cast<double>(w);
  return total * total - equal;
}

}  // namespace

Coefficient krippendorff_alpha(const VoteTable& votes, AlphaMetric metric) {
  if (!votes.has_counts()) return {std::nullopt, "needs vote counts"};
  const ClassSpace& classes = votes.class_space();
  if (metric == AlphaMetric::ordinal && !classes.ordered)
    return {std::nullopt, "no order of the classes is stated"};
  if (metric == AlphaMetric::interval && classes.values.empty())
    return {std::nullopt, "the classes are not numbers"};

  std::vector<double> totals(votes.classes(), 0.0);  // pairable votes by class
  for_each_pairable(votes, [&](std::size_t, const auto& row, double) {
    for (std::size_t k = 0; k < row.size(); ++k) totals[k] += row[k];
  });
  const double n = std::accumulate(totals.begin(), totals.end(), 0.0);
  if (n < 2) return {std::nullopt, "no item has two votes"};

  std::vector<double> values = classes.values;
  if (metric == AlphaMetric::ordinal) {
    // The ordinal distance is the squared difference of mid-ranks: the votes below, and half of one's own.
    values.resize(totals.size());
    double below = 0;
    for (std::size_t k = 0; k < totals.size(); ++k) {
      values[k] = below + totals[k] / 2;
      below += totals[k];
    }
  }
  const bool nominal = metric == AlphaMetric::nominal;
  double observed = 0;
  for_each_pairable(votes, [&](std::size_t, const auto& row, double m) {
    observed += (nominal ? unequal_pairs(row, m) : squared_differences(row, values)) / (m - 1);
  });
  const double expected =
      (nominal ? unequal_pairs(totals, n) : squared_differences(totals, values)) / (n - 1);
  if (!(expected > 0)) return {std::nullopt, "all votes are for one class"};
  return {1 - observed / expected, ""};
}

Coefficient fleiss_kappa(const VoteTable& votes) {
  if (!votes.has_counts()) return {std::nullopt, "needs vote counts"};
  const std::uint64_t m = votes.items() == 0 ? 0 : votes.votes_of(0);
  for (std::size_t i = 0; i < votes.items(); ++i) {
    if (votes.votes_of(i) != m) {
      return {std::nullopt,
              fmt::format("needs the same number of votes on every item ('{}' has {}, '{}' has {})",
                          votes.item_name(0), m, votes.item_name(i), votes.votes_of(i))};
    }
  }
  if (m < 2) return {std::nullopt, "needs two or more votes on every item"};
  std::vector<double> totals(votes.classes(), 0.0);
  double agreeing = 0;
  for_each_pairable(votes, [&](std::size_t, const auto& row, double votes_here) {
    double squares = 0;
    for (std::size_t k = 0; k < row.size(); ++k) {
      totals[k] += row[k];
      squares += static_cast<double>(row[k]) * row[k];
    }
    agreeing += (squares - votes_here) / (votes_here * (votes_here - 1));
  });
  const double all = static_cast<double>(m) * static_cast<double>(votes.items());
  double expected = 0;
  for (const double total : totals) expected += total / all * (total / all);
  if (expected >= 1) return {std::nullopt, "all votes are for one class"};
  return {(agreeing / static_cast<double>(votes.items()) - expected) / (1 - expected), ""};
}

std::vector<AnnotatorAgreement> agreement_with_the_rest(const VoteTable& votes) {
  votes.require(Knowledge::votes, "agreement per annotator");
  std::vector<AnnotatorAgreement> all(votes.annotators());
  std::vector<std::uint32_t> row(votes.classes(), 0);
  const auto offsets = votes.offsets();
  const auto labels = votes.entry_labels();
  const auto annotators = votes.entry_annotators();
  for (std::size_t i = 0; i < votes.items(); ++i) {
    for (std::uint64_t e = offsets[i]; e < offsets[i + 1]; ++e) ++row[labels[e]];
    const auto others = static_cast<double>(offsets[i + 1] - offsets[i]) - 1;
    for (std::uint64_t e = offsets[i]; e < offsets[i + 1]; ++e) {
      AnnotatorAgreement& mine = all[annotators[e]];
      ++mine.votes;
      if (others < 1) continue;
      ++mine.compared;
      mine.agreement += (row[labels[e]] - 1) / others;
    }
    for (std::uint64_t e = offsets[i]; e < offsets[i + 1]; ++e) row[labels[e]] = 0;
  }
  for (AnnotatorAgreement& mine : all) {
    mine.agreement = mine.compared == 0 ? kUndefined : mine.agreement / static_cast<double>(mine.compared);
  }
  return all;
}

}  // namespace dissent
