#include "dissent/votes/human_reference.h"

#include <cmath>

#include <gtest/gtest.h>

#include "dissent/core/random.h"
#include "dissent/votes/entropy.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/inspection.h"
#include "support/real_data.h"

namespace dissent::human_reference_test {
namespace {

VoteTable counts_table(const std::vector<std::int64_t>& counts, std::size_t classes) {
  NameList items;
  for (std::size_t i = 0; i < counts.size() / classes; ++i) items.add(std::to_string(i));
  ClassSpace space;
  for (std::size_t k = 0; k < classes; ++k) space.names.push_back("c" + std::to_string(k));
  return VoteTable::from_counts(counts, std::move(items), std::move(space));
}

double log_likelihood(const VoteTable& votes, const std::vector<double>& prior, double alpha) {
  double sum = 0;
  std::vector<std::uint32_t> row(votes.classes());
  for (std::size_t i = 0; i < votes.items(); ++i) {
    votes.counts_of(i, row);
    sum += std::lgamma(alpha) - std::lgamma(static_cast<double>(votes.votes_of(i)) + alpha);
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] > 0) sum += std::lgamma(row[k] + alpha * prior[k]) - std::lgamma(alpha * prior[k]);
    }
  }
  return sum;
}

TEST(DirichletConcentration, IsTheMaximumOfTheLikelihood) {
  Draws draws(Stream(3, "dirichlet"), 0);
  std::vector<std::int64_t> counts(60 * 3);
  for (std::size_t i = 0; i < 60; ++i) {
    const std::uint64_t favourite = draws.below(3);
    const std::uint64_t votes = 2 + draws.below(90);  // both branches: short sums and digamma
    for (std::uint64_t v = 0; v < votes; ++v) {
      ++counts[i * 3 + (draws.unit() < 0.6 ? favourite : draws.below(3))];
    }
  }
  const VoteTable votes = counts_table(counts, 3);
  const std::vector<double> prior = class_shares(votes);
  const double alpha = dirichlet_concentration(votes, prior);
  const double best = log_likelihood(votes, prior, alpha);
  for (const double factor : {0.5, 0.99, 1.01, 2.0})
    EXPECT_GT(best, log_likelihood(votes, prior, alpha * factor));
  EXPECT_NEAR(log_likelihood(votes, prior, alpha * (1 + 1e-5)),
              log_likelihood(votes, prior, alpha * (1 - 1e-5)), 1e-7);
}

TEST(DirichletConcentration, EdgesAreZeroAndInfinity) {
  const VoteTable unanimous = counts_table({3, 0, 0, 4, 5, 0}, 2);
  EXPECT_EQ(dirichlet_concentration(unanimous, class_shares(unanimous)), 0);
  const VoteTable alike = counts_table({2, 2, 2, 2, 2, 2}, 2);
  EXPECT_TRUE(std::isinf(dirichlet_concentration(alike, class_shares(alike))));
  EXPECT_DOUBLE_EQ(human_reference(unanimous).soft_nll, 0);
  EXPECT_NEAR(human_reference(alike).soft_nll, std::log(2.0), 1e-15);
}

TEST(HumanReference, CountsWhatItLeavesOut) {
  const HumanReference reference = human_reference(counts_table({3, 1, 1, 0, 2, 2}, 2));
  EXPECT_EQ(reference.items, 2u);
  EXPECT_EQ(reference.left_out, 1u);
}

TEST(HumanReference, Cifar10hHasItsPublishedValues) {
  const auto path = real_data("cifar10h/cifar10h-counts.npy");
  if (!path) GTEST_SKIP() << "cifar10h-counts.npy is not here";
  const VoteTable votes = import_votes(*path).votes;
  const Inspection summary = inspect(votes);
  EXPECT_EQ(votes.items(), 10000u);
  EXPECT_EQ(votes.votes(), 511000u);
  EXPECT_EQ(summary.ties, 3u);
  EXPECT_NEAR(summary.mean_entropy, 0.15446, 5e-6);
  EXPECT_NEAR(summary.unanimous, 0.439, 5e-4);
  EXPECT_NEAR(summary.human->alpha, 0.258, 5e-4);
  EXPECT_NEAR(summary.human->soft_nll, 0.2094, 5e-5);
  EXPECT_NEAR(summary.human->kl, 0.0549, 5e-5);
  std::vector<double> entropies = item_entropies(votes);
  std::sort(entropies.begin(), entropies.end());
  EXPECT_EQ(std::unique(entropies.begin(), entropies.end()) - entropies.begin(), 859);
}

TEST(HumanReference, PopquornOffensivenessHasItsPublishedValues) {
  const auto path = real_data("popquorn/offensiveness_raw_data.csv");
  if (!path) GTEST_SKIP() << "offensiveness_raw_data.csv is not here";
  const Inspection summary = inspect(*path);
  EXPECT_NEAR(summary.human->alpha, 9.83, 5e-3);
  EXPECT_NEAR(summary.human->soft_nll, 1.1661, 5e-5);
  EXPECT_NEAR(summary.mean_entropy, 0.841, 5e-4);
}

}  // namespace
}  // namespace dissent::human_reference_test
