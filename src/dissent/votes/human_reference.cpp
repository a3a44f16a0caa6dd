#include "dissent/votes/human_reference.h"

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/tools/toms748_solve.hpp>

#include "dissent/core/error.h"
#include "dissent/votes/entropy.h"

namespace dissent {

namespace {

std::vector<std::uint32_t> all_items(const VoteTable& votes) {
  std::vector<std::uint32_t> items(votes.items());
  std::iota(items.begin(), items.end(), 0U);
  return items;
}

}  // namespace

std::vector<double> class_shares(const VoteTable& votes) {
  return class_shares(votes, all_items(votes));
}

std::vector<double> class_shares(const VoteTable& votes, std::span<const std::uint32_t> items) {
  std::vector<double> shares(votes.classes(), 0.0);
  if (votes.has_counts()) {
    std::vector<std::uint32_t> row(votes.classes());
    for (const std::uint32_t item : items) {
      votes.counts_of(item, row);
      for (std::size_t k = 0; k < row.size(); ++k) shares[k] += row[k];
    }
  } else {
    std::vector<double> row(votes.classes());
    for (const std::uint32_t item : items) {
      if (votes.is_empty(item)) continue;
      votes.fractions_of(item, row);
      for (std::size_t k = 0; k < row.size(); ++k) shares[k] += row[k];
    }
  }
  double sum = 0;
  for (const double share : shares) sum += share;
  if (sum > 0) {
    for (double& share : shares) share /= sum;
  }
  return shares;
}

double dirichlet_concentration(const VoteTable& votes, const std::vector<double>& prior) {
  votes.require(Knowledge::counts, "the Dirichlet-multinomial fit");
  // The likelihood depends on the votes only through how many items have each count, so it is kept that way.
  std::vector<std::map<std::uint32_t, double>> items_with_count(votes.classes());  // class -> count -> items
  std::map<std::uint64_t, double> items_with_votes;
  std::vector<std::uint32_t> row(votes.classes());
  for (std::size_t i = 0; i < votes.items(); ++i) {
    const std::uint64_t m = votes.votes_of(i);
    if (m < 2) continue;  // one vote says nothing about spread
    votes.counts_of(i, row);
    ++items_with_votes[m];
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] > 0) ++items_with_count[k][row[k]];
    }
  }
  if (items_with_votes.empty()) fail("no item has two votes, so the spread of votes cannot be estimated");

  // alpha times the derivative of the log-likelihood; it has the derivative's sign and stays of moderate
  // size.
  const auto slope = [&](double log_alpha) {
    const double alpha = std::exp(log_alpha);
    const auto rise = [](double a, double n) {  // a (digamma(a + n) - digamma(a)), exact for small n
      if (n > 64) return a * (boost::math::digamma(a + n) - boost::math::digamma(a));
      double sum = 0;
      for (double j = 0; j < n; ++j) sum += a / (a + j);
      return sum;
    };
    double sum = 0;
    for (std::size_t k = 0; k < prior.size(); ++k) {
      if (prior[k] <= 0) continue;
      for (const auto& [count, items] : items_with_count[k]) sum += items * rise(alpha * prior[k], count);
    }
    for (const auto& [m, items] : items_with_votes) sum -= items * rise(alpha, static_cast<double>(m));
    return sum;
  };
  constexpr double kLow = -23, kHigh = 16;  // alpha from 1e-10 to 9e6
  if (slope(kLow) <= 0) return 0;
  if (slope(kHigh) >= 0) return std::numeric_limits<double>::infinity();
  std::uintmax_t iterations = 200;
  const auto bracket = boost::math::tools::toms748_solve(
      slope, kLow, kHigh, boost::math::tools::eps_tolerance<double>(50), iterations);
  return std::exp((bracket.first + bracket.second) / 2);
}

HumanFit human_fit(const VoteTable& votes) {
  votes.require(Knowledge::counts, "the human reference");
  HumanFit fit;
  fit.prior = class_shares(votes);
  fit.alpha = dirichlet_concentration(votes, fit.prior);
  return fit;
}

HumanReference human_reference(const VoteTable& votes) {
  return human_reference(votes, human_fit(votes), all_items(votes));
}

HumanReference human_reference(const VoteTable& votes, const HumanFit& fit,
                               std::span<const std::uint32_t> items) {
  HumanReference reference;
  const double alpha = reference.alpha = fit.alpha;
  std::vector<std::uint32_t> row(votes.classes());
  std::vector<double> p(votes.classes()), scratch;
  double nll = 0, entropies = 0;
  for (const std::uint32_t item : items) {
    const auto m = static_cast<double>(votes.votes_of(item));
    if (m < 2) {
      ++reference.left_out;
      continue;
    }
    ++reference.items;
    votes.counts_of(item, row);
    for (std::size_t k = 0; k < row.size(); ++k) {
      p[k] = row[k] / m;
      if (row[k] == 0) continue;
      const double predicted =
          std::isinf(alpha) ? fit.prior[k] : (row[k] - 1 + alpha * fit.prior[k]) / (m - 1 + alpha);
      nll -= p[k] * std::log(predicted);
    }
    entropies += entropy(p, scratch);
  }
  const auto n = static_cast<double>(reference.items);
  reference.soft_nll = nll / n;
  reference.kl = (nll - entropies) / n;
  return reference;
}

}  // namespace dissent
